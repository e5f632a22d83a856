import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { OrganizationTable } from './organization-record.ts';

/** Names of the tables with organization data. */
export interface OrganizationTables {
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<OrganizationTable, string>>;
}
