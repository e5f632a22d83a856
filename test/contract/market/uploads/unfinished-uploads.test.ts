import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDynamoDbUnfinishedUploads } from '../../../../shared/uploads/dynamodb-unfinished-uploads.ts';
import { announcedKey, createUploadIds } from '../../../../shared/uploads/upload-key.ts';
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
  const addUnfinished = createDynamoDbUnfinishedUploads(client, table, objects, () => new Date(at));
  const newKey = () => announcedKey(account, 'api/', newId(new Date(at)));
  const add = async (key = newKey()) => (await addUnfinished(account, key)) === undefined && key;
  return { account, objects, addUnfinished, newKey, add };
}

describe('unfinished uploads of an account', () => {
  it('are at most 5, also of concurrent announcements', async () => {
    const { add } = uploadsUnderTest();
    const added = await Promise.all(Array.from({ length: 10 }, () => add()));
    expect(added.filter(Boolean)).toHaveLength(5);
    expect(await add()).toBe(false);
  });

  it('are those of another mode and organization apart', async () => {
    const { account, addUnfinished, add, newKey } = uploadsUnderTest();
    for (let count = 0; count < 5; count++) await add();
    expect(await addUnfinished({ ...account, mode: 'live' }, newKey())).toBeUndefined();
  });

  it('count until they have a result, are cancelled, or expire without a file', async () => {
    const { objects, addUnfinished, account, add, newKey } = uploadsUnderTest();
    const keys: string[] = [];
    for (let count = 0; count < 5; count++) keys.push(String(await add()));
    const [first = '', second = '', sent = ''] = keys;
    expect((await addUnfinished(account, newKey()))?.toSorted()).toEqual(keys.toSorted());

    const state = {
      ...{ writtenBy: '', tag: 'tag', sequencer: '1', length: 1, progress: 1, startedAt: '' },
      ...{ rows: 0, rejected: 0, listed: 0, rejectedRows: [] },
    };
    objects.put(`${sent}.upload.json`, JSON.stringify({ import: { ...state, phase: 'reading' } }));
    objects.put(`${first}.upload.json`, JSON.stringify({ import: { ...state, phase: 'rejected' } }));
    expect(await add()).not.toBe(false);
    expect(await add()).toBe(false);
    objects.put(`${second}.upload.json`, JSON.stringify({ cancelledAt: '2026-10-21T09:00:00Z' }));
    expect(await add()).not.toBe(false);
    expect(await add()).toBe(false);

    // Of the five, one file arrives in time, and counts until its import ends.
    objects.put(sent, 'a file');
    at += 3_601_000;
    const more = [await add(), await add(), await add(), await add(), await add()];
    expect(more.filter(Boolean)).toHaveLength(4);
  });

  it('count once if an announcement is repeated after a lost response', async () => {
    const { add, newKey } = uploadsUnderTest();
    const key = newKey();
    for (let count = 0; count < 4; count++) await add();
    expect([await add(key), await add(key), await add()]).toEqual([key, key, false]);
  });
});
