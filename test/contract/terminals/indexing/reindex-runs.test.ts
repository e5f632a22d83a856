import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isTerminalKey,
  reindexKey,
  terminalKey,
} from '../../../../shared/terminals/catalogue/dynamodb-terminal-items.ts';
import { createDynamoDbTerminalStore } from '../../../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { createDynamoDbReindexRuns } from '../../../../shared/terminals/indexing/dynamodb-reindex-runs.ts';
import type { ReindexRuns } from '../../../../shared/terminals/indexing/reindex-runs.ts';
import { createTerminalsTable, startTestDynamoDb } from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { terminalRecord } from '../terminals-under-test.ts';

const AT = '2026-03-01T12:00:00.000Z';

let engine: Awaited<ReturnType<typeof startTestDynamoDb>>;
let client: DynamoDBDocumentClient;
let TableName: string;
let runs: ReindexRuns;
beforeAll(async () => {
  engine = await startTestDynamoDb();
  TableName = await createTerminalsTable(engine.endpoint);
  client = localDocumentClient(engine.endpoint);
  runs = createDynamoDbReindexRuns(client, TableName);
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

describe('runs of the rebuild', () => {
  it('are stored separately, each with its last report', async () => {
    await runs.report('one', { state: 'running', written: 0, rows: 0, at: AT });
    await runs.report('two', { state: 'running', written: 1_000, rows: 2_500, at: AT });
    const served = {
      state: 'served',
      written: 2_500,
      rows: 2_500,
      generation: 'terminals-000002',
      at: AT,
    } as const;
    await runs.report('one', served);

    expect(await runs.read('one')).toEqual(served);
    expect(await runs.read('two')).toEqual({ state: 'running', written: 1_000, rows: 2_500, at: AT });
    expect(await runs.read('three')).toBeUndefined();
  });

  it('are not terminals, and expire after a week', async () => {
    await runs.report('one', { state: 'failed', written: 0, rows: 0, reason: 'Error', at: AT });

    expect(await createDynamoDbTerminalStore(client, TableName).all()).toEqual([]);
    expect(isTerminalKey(reindexKey('one').pk)).toBe(false);
    expect(isTerminalKey(terminalKey(terminalRecord('Maher').id).pk)).toBe(true);
    const { Item } = await client.send(new GetCommand({ TableName, Key: reindexKey('one') }));
    expect(new Date(Number(Item?.ttl) * 1000).toISOString()).toBe('2026-03-08T12:00:00.000Z');
  });
});
