import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { OrganizationTable } from './organization-record.ts';

/** The tables that hold records of organizations, by what they hold. */
export interface OrganizationTables {
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<OrganizationTable, string>>;
}
