import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceInUseException,
  type StreamSpecification,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';

/** The properties of AWS::DynamoDB::GlobalTable that the local table uses. */
export interface TableDefinition {
  readonly TableName: string;
  readonly AttributeDefinitions: AttributeDefinition[];
  readonly KeySchema: KeySchemaElement[];
  readonly GlobalSecondaryIndexes?: GlobalSecondaryIndex[];
  readonly StreamSpecification?: Pick<StreamSpecification, 'StreamViewType'>;
}

/** DynamoDB Local never answers if it cannot open its database file. */
const REQUEST_TIMEOUT_MS = 20_000;

/** A client of DynamoDB Local, which accepts any region and credentials. */
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
 * Creates missing tables, and enables missing streams.
 * @throws the error of the SDK if DynamoDB Local fails, for example for a damaged database file.
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
    if (stream !== undefined) await enableStream(client, table.TableName, stream);
  }
}

/** Enables the stream of a table that was created without it. */
async function enableStream(
  client: DynamoDBClient,
  TableName: string,
  StreamSpecification: StreamSpecification,
): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table?.StreamSpecification?.StreamEnabled === true) return;
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
}
