import { randomUUID } from 'node:crypto';
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTables, type TableDefinition } from '../../../../lib/local/template/create-tables.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../../support/dynamodb-local.ts';

let engine: TestDynamoDb;
let client: DynamoDBClient;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });

/** A table with keys, an index and a stream; its name is unique, since test files share one engine. */
const definition = (): TableDefinition => ({
  TableName: `quotes-${randomUUID()}`,
  AttributeDefinitions: [text('pk'), text('sk'), text('orgId')],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-organization',
      KeySchema: [{ AttributeName: 'orgId', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
});

const describeTable = async (TableName: string) =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table;

describe('tables created on DynamoDB Local', () => {
  it('have the keys, indexes and stream of the template', async () => {
    const table = definition();

    await createTables(engine.endpoint, [table]);

    expect(await describeTable(table.TableName)).toMatchObject({
      TableStatus: 'ACTIVE',
      KeySchema: table.KeySchema,
      GlobalSecondaryIndexes: [{ IndexName: 'by-organization', Projection: { ProjectionType: 'KEYS_ONLY' } }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  it('have no stream if the template has none', async () => {
    const { StreamSpecification: _, ...table } = definition();

    await createTables(engine.endpoint, [table]);

    expect((await describeTable(table.TableName))?.StreamSpecification).toBeUndefined();
  });

  it('keep their items if they exist, and only new tables are created', async () => {
    const [kept, added] = [definition(), definition()];
    const Key = { pk: { S: 'a' }, sk: { S: 'b' } };
    await createTables(engine.endpoint, [kept]);
    await client.send(new PutItemCommand({ TableName: kept.TableName, Item: Key }));

    await createTables(engine.endpoint, [kept, added]);

    const { Item } = await client.send(new GetItemCommand({ TableName: kept.TableName, Key }));
    expect(Item).toEqual(Key);
    expect(await describeTable(added.TableName)).toMatchObject({ TableStatus: 'ACTIVE' });
  });

  it('get a stream that the template adds later, and keep it', async () => {
    const table = definition();
    const { StreamSpecification: _, ...before } = table;
    await createTables(engine.endpoint, [before]);

    await createTables(engine.endpoint, [table]);
    const given = await describeTable(table.TableName);
    await createTables(engine.endpoint, [table]);

    expect(given?.StreamSpecification).toEqual({
      StreamEnabled: true,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    });
    expect((await describeTable(table.TableName))?.LatestStreamArn).toBe(given?.LatestStreamArn);
  });

  it('can be created twice at the same time', async () => {
    const table = definition();

    await Promise.all([createTables(engine.endpoint, [table]), createTables(engine.endpoint, [table])]);

    expect(await describeTable(table.TableName)).toMatchObject({ TableStatus: 'ACTIVE' });
  });

  it('cause an error for a definition that DynamoDB rejects', async () => {
    const broken = { ...definition(), AttributeDefinitions: [text('other')] };

    await expect(createTables(engine.endpoint, [broken])).rejects.toThrow(/attribute/i);
  });

  it('cause an error if no engine runs', async () => {
    await expect(createTables('http://127.0.0.1:1', [definition()])).rejects.toThrow('ECONNREFUSED');
  });
});
