import { CreateTableCommand, DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '../template/service-model.ts';
import { engineSettings } from './engine-settings.ts';

/** DynamoDB Local never answers if it cannot open its database file. */
const REQUEST_TIMEOUT_MS = 20_000;

/**
 * Creates missing tables.
 * @throws the error of the SDK if DynamoDB Local fails, for example for a damaged database file.
 */
export async function createTables(endpoint: string, tables: readonly TableDefinition[]): Promise<void> {
  const client = new DynamoDBClient({
    ...engineSettings(endpoint),
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
  });
  try {
    await Promise.all(tables.map((table) => createTable(client, table)));
  } finally {
    client.destroy();
  }
}

async function createTable(client: DynamoDBClient, table: TableDefinition): Promise<void> {
  // CloudFormation has no StreamEnabled: a specified stream is enabled.
  const stream = table.StreamSpecification && { ...table.StreamSpecification, StreamEnabled: true };
  try {
    await client.send(
      new CreateTableCommand({
        TableName: table.TableName,
        AttributeDefinitions: table.AttributeDefinitions,
        KeySchema: table.KeySchema,
        GlobalSecondaryIndexes: table.GlobalSecondaryIndexes,
        ...(stream && { StreamSpecification: stream }),
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}
