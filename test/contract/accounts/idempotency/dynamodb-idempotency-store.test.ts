import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDynamoDbIdempotencyStore,
  createRememberAnswer,
  type KeyedCall,
} from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { type TransactItem, transactWrite } from '../../../../shared/platform/dynamodb/transact-write.ts';
import {
  createIdempotencyTable,
  createTerminalsTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

let engine: TestDynamoDb;
let client: DynamoDBDocumentClient;
let table: string;
let effects: string;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  const { endpoint } = engine;
  client = localDocumentClient(endpoint);
  table = await createIdempotencyTable(endpoint);
  effects = await createTerminalsTable(endpoint);
});

afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const callOf = (key: string, changes: Partial<KeyedCall> = {}): KeyedCall => ({
  orgId: 'org_1',
  mode: 'test',
  operation: 'create-thing',
  key,
  bodyHash: 'hash',
  at: new Date('2026-11-21T12:00:00.000Z'),
  ...changes,
});

/** What another adapter would write together with the answer. */
const effect = (id: string): TransactItem => ({
  Put: { TableName: effects, Item: { pk: id, sk: 'thing' }, ConditionExpression: 'attribute_not_exists(pk)' },
});

const happened = async (id: string) =>
  (await client.send(new GetCommand({ TableName: effects, Key: { pk: id, sk: 'thing' } }))).Item !==
  undefined;

const write = (call: KeyedCall, id: string, body = `{"id":"${id}"}`) =>
  transactWrite(client, [effect(id), store().putAnswer({ call, body }, `write-of-${id}`)]);

const store = () => createDynamoDbIdempotencyStore(client, table);

describe("answers in another adapter's transaction", () => {
  it('are stored with their effect, and prevent a second effect of their key', async () => {
    await write(callOf('b'), 'thing-2');
    expect(await happened('thing-2')).toBe(true);

    expect(await write(callOf('b'), 'thing-3')).toEqual([{ position: 1 }]);

    expect(await happened('thing-3')).toBe(false);
    expect(await store().find(callOf('b'))).toMatchObject({ writtenBy: 'write-of-thing-2' });
  });

  it('are not stored if the effect fails', async () => {
    await write(callOf('c'), 'thing-4');

    expect(await write(callOf('d'), 'thing-4')).toEqual([{ position: 0 }]);
    expect(await store().find(callOf('d'))).toBeUndefined();
  });

  it('expire after 24 hours, deleted or not', async () => {
    await write(callOf('e'), 'thing-5');
    const late = callOf('e', { at: new Date('2026-11-22T12:00:00.000Z'), bodyHash: 'other' });
    const before = callOf('e', { at: new Date('2026-11-22T11:59:59.999Z') });

    expect(await store().find(before)).toMatchObject({ bodyHash: 'hash' });
    expect(await store().find(late)).toBeUndefined();
    expect(await write(late, 'thing-6')).toEqual([]);
    expect(await store().find(late)).toMatchObject({ bodyHash: 'other' });
  });
});

describe('an answer whose effect is not in DynamoDB', () => {
  it('is stored once', async () => {
    const remember = createRememberAnswer(client, store());
    const body = '{"id":"thing-8"}';

    expect(await remember({ call: callOf('h'), body })).toBe(true);
    expect(await remember({ call: callOf('h'), body: '{}' })).toBe(false);
    expect(await store().find(callOf('h'))).toMatchObject({ bodyHash: 'hash', body });
  });
});

describe('an item of an answer', () => {
  it('is small and whole, and has a time to live', async () => {
    const lanes = Array.from({ length: 10 }, (_, index) => ({
      index,
      text: 'a rate in many words to Cañon – 東京 '.repeat(250),
    }));
    const key = '#!~"'.padEnd(255, '#');
    await write(callOf(key), 'thing-7', JSON.stringify(lanes));
    expect(await store().find(callOf(key))).toMatchObject({ body: JSON.stringify(lanes) });

    const Key = { pk: `org_1#test#create-thing#${key}` };
    const { Item } = await client.send(new GetCommand({ TableName: table, Key }));

    expect(Item).toMatchObject({
      expiresAt: '2026-11-22T12:00:00.000Z',
      ttl: Date.UTC(2026, 10, 22, 12) / 1000,
    });
    const packed: unknown = Item?.answer;
    expect(packed).toBeInstanceOf(Uint8Array);
    expect((packed as Uint8Array).length).toBeLessThan(JSON.stringify(lanes).length / 10);
  });

  it('is rejected if it is invalid', async () => {
    const Item = { pk: 'org_1#test#create-thing#g', answer: 'text' };
    await client.send(new PutCommand({ TableName: table, Item }));

    await expect(store().find(callOf('g'))).rejects.toThrow('Invalid key');
  });
});
