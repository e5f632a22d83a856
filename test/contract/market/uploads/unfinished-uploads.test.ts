import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDynamoDbUnfinishedUploads } from '../../../../shared/market/upload-operations/dynamodb-unfinished-uploads.ts';
import { accountUploadKey, createUploadIds } from '../../../../shared/market/uploads/upload-key.ts';
import { createMarketTable, startTestDynamoDb, type TestDynamoDb } from '../../../support/dynamodb-local.ts';
import { createInMemoryObjects } from '../../../support/in-memory-objects.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

const START = Date.parse('2026-10-21T09:00:00Z');
const newId = createUploadIds();

let engine: TestDynamoDb;
let client: ReturnType<typeof localDocumentClient>;
let table: string;
let accounts = 0;
beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
  table = await createMarketTable(engine.endpoint);
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

let at: number;
beforeEach(() => {
  at = START;
});

function uploadsUnderTest() {
  accounts += 1;
  const account = { orgId: `org_${accounts}`, mode: 'test' } as const;
  const objects = createInMemoryObjects();
  const uploads = createDynamoDbUnfinishedUploads(client, table, objects, () => new Date(at));
  const newKey = () => accountUploadKey(account, 'api/', newId(new Date(at)));
  const add = async (key = newKey()) => (await uploads.add(account, key)) === undefined && key;
  return { account, objects, uploads, newKey, add };
}

describe('unfinished uploads of an account', () => {
  it('are at most 5, also of concurrent announcements', async () => {
    const { add } = uploadsUnderTest();
    const added = await Promise.all(Array.from({ length: 10 }, () => add()));
    expect(added.filter(Boolean)).toHaveLength(5);
    expect(await add()).toBe(false);
  });

  it('are those of another mode and organization apart', async () => {
    const { account, uploads, add, newKey } = uploadsUnderTest();
    for (let count = 0; count < 5; count++) await add();
    expect(await uploads.add({ ...account, mode: 'live' }, newKey())).toBeUndefined();
  });

  it('count until they have a result, are cancelled, or expire without a file', async () => {
    const { objects, uploads, account, add, newKey } = uploadsUnderTest();
    const keys: string[] = [];
    for (let count = 0; count < 5; count++) keys.push(String(await add()));
    const [first = '', second = '', sent = ''] = keys;
    expect((await uploads.add(account, newKey()))?.toSorted()).toEqual(keys.toSorted());

    objects.put(`${first}.result.json`, '{}');
    expect(await add()).not.toBe(false);
    expect(await add()).toBe(false);
    objects.put(`${second}.cancelled.json`, '{}');
    expect(await add()).not.toBe(false);
    expect(await add()).toBe(false);

    // Of the five, one file arrives in time, and counts until its import ends.
    objects.put(sent, 'a file');
    at += 3_601_000;
    const more = [await add(), await add(), await add(), await add(), await add()];
    expect(more.filter(Boolean)).toHaveLength(4);
  });

  it('count once if an announcement is repeated after a lost response, and not if it was withdrawn', async () => {
    const { uploads, account, add, newKey } = uploadsUnderTest();
    const key = newKey();
    for (let count = 0; count < 4; count++) await add();
    expect([await add(key), await add(key), await add()]).toEqual([key, key, false]);
    await uploads.remove(account, key);
    expect(await add()).not.toBe(false);
  });
});
