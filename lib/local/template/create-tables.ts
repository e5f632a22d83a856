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
 * Makes the tables that are not there yet, and gives a stream to those that lack theirs.
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
  // CloudFormation leaves "enabled" out: a stream that is specified is one.
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
    if (stream !== undefined) await giveStream(client, table.TableName, stream);
  }
}

/** A table may be older than the stream that its template has now. */
async function giveStream(
  client: DynamoDBClient,
  TableName: string,
  StreamSpecification: StreamSpecification,
): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table?.StreamSpecification?.StreamEnabled === true) return;
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
}
