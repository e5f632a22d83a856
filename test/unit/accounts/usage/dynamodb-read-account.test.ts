import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { readAccountItems } from '../../../../shared/accounts/usage/dynamodb-read-account.ts';
import type { BatchRead } from '../../../../shared/platform/dynamodb/batching-reader.ts';

/** DynamoDB Local answers every read consistently: only the request shows what a table in AWS would answer. */
it('reads organization and usage consistently', async () => {
  const requests: Parameters<BatchRead>[0][] = [];
  const read: BatchRead = async (requested) => {
    requests.push(requested);
    return new Map([['organizations', [{ billing: true, usageLimit: 10 }]]]);
  };
  const tables = {
    client: {} as DynamoDBDocumentClient,
    read,
    organizationsTable: 'organizations',
    usageTable: 'usage',
  };

  await readAccountItems(tables, { orgId: 'org_1', mode: 'live' }, ['2026-03']);

  expect(requests).toMatchObject([
    { organizations: { ConsistentRead: true }, usage: { ConsistentRead: true } },
  ]);
});
