import {
  type AttributeDefinition,
  CreateTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceInUseException,
  type StreamSpecification,
} from '@aws-sdk/client-dynamodb';

/** The properties of AWS::DynamoDB::GlobalTable that make a table what it is for its users. */
export interface TableDefinition {
  readonly TableName: string;
  readonly AttributeDefinitions: AttributeDefinition[];
  readonly KeySchema: KeySchemaElement[];
  readonly GlobalSecondaryIndexes?: GlobalSecondaryIndex[];
  readonly StreamSpecification?: Pick<StreamSpecification, 'StreamViewType'>;
}

/** DynamoDB Local answers in milliseconds, or, where its database file cannot be opened, never. */
const REQUEST_TIMEOUT_MS = 20_000;

/** A client of DynamoDB Local, which takes any region and credentials. */
function localDynamoDb(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
  });
}

/**
 * Makes the tables that are not there yet.
 * @throws the SDK's error when DynamoDB Local fails, as with a broken database file.
 */
export async function createTables(endpoint: string, tables: readonly TableDefinition[]): Promise<void> {
  const client = localDynamoDb(endpoint);
  try {
    await Promise.all(tables.map((table) => createTable(client, table)));
  } finally {
    client.destroy();
  }
}

async function createTable(client: DynamoDBClient, table: TableDefinition): Promise<void> {
  const { StreamSpecification: stream } = table;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: table.TableName,
        AttributeDefinitions: table.AttributeDefinitions,
        KeySchema: table.KeySchema,
        GlobalSecondaryIndexes: table.GlobalSecondaryIndexes,
        // CloudFormation leaves "enabled" out: a stream that is specified is one.
        ...(stream && { StreamSpecification: { ...stream, StreamEnabled: true } }),
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}
