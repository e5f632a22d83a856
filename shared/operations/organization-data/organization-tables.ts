import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { HoldingTable } from './organization-record.ts';

/** The tables that hold records of organizations, by what they hold. */
export interface HoldingTables {
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<HoldingTable, string>>;
}
