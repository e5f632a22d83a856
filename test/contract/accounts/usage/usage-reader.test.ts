import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDynamoDbUsageReader,
  type UsageReader,
} from '../../../../shared/accounts/usage/dynamodb-usage-reader.ts';
import { recentPeriods } from '../../../../shared/accounts/usage/usage-headers.ts';
import { readUsageStatement } from '../../../../shared/accounts/usage/usage-statement.ts';
import {
  createOrganizationsTable,
  createUsageTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

const ACCOUNT = { orgId: 'org_1', mode: 'test' } as const;
const NOW = new Date('2026-11-21T12:00:00Z');

let engine: TestDynamoDb;
let client: DynamoDBDocumentClient;
let reader: UsageReader;
const requests: (string | undefined)[] = [];

beforeAll(async () => {
  engine = await startTestDynamoDb();
  const { endpoint } = engine;
  client = localDocumentClient(endpoint);
  const organizationsTable = await createOrganizationsTable(endpoint);
  const usageTable = await createUsageTable(endpoint);
  const put = (TableName: string, Item: Record<string, unknown>) =>
    client.send(new PutCommand({ TableName, Item }));
  await put(organizationsTable, { pk: 'ORG#org_1', billing: false, usageLimit: 10, quoteLimit: 6 });
  await put(usageTable, { account: 'org_1#test', period: '2026-11', used: 12, 'mark#x-0': 1 });
  await put(usageTable, { account: 'org_1#test', period: '2023-12', used: 1 });
  await put(usageTable, { account: 'org_1#test', period: '2023-11', used: 100 });
  await put(usageTable, { account: 'org_1#live', period: '2026-10', used: 100 });
  for (const [account, month, part, used] of [
    ['org_1#test', '2026-11', '0', 4],
    ['org_1#test', '2026-11', 'f', 2],
    ['org_1#test', '2026-11', '1', 1],
    ['org_1#test', '2023-12', '0', 3],
    ['org_1#test', '2023-11', '0', 100],
    ['org_1#test', '2026-12', '0', 100],
    ['org_1#live', '2026-11', '0', 100],
  ] as const) {
    await put(usageTable, { account, period: `quotes#${month}#${part}`, used });
  }
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        requests.push(commandName);
        return next(args);
      },
    { step: 'initialize', name: 'count-commands' },
  );
  reader = createDynamoDbUsageReader({ client, organizationsTable, usageTable });
});

afterAll(async () => {
  client.destroy();
  await engine.stop();
});

describe('usage reader: DynamoDB', () => {
  it('reads three years of one mode with two concurrent requests', async () => {
    requests.length = 0;

    expect(await readUsageStatement(reader, ACCOUNT, NOW, 36)).toEqual({
      period: '2026-11',
      used: 12,
      limit: 10,
      remaining: 0,
      resetsAt: '2026-12-01T00:00:00.000Z',
      billing: false,
      history: [
        { period: '2026-11', used: 12 },
        { period: '2023-12', used: 1 },
      ],
      quotes: {
        used: 7,
        limit: 6,
        remaining: 0,
        history: [
          { period: '2026-11', used: 7 },
          { period: '2023-12', used: 3 },
        ],
      },
    });
    expect(requests).toEqual(['BatchGetItemCommand', 'QueryCommand']);
  });

  it('returns undefined for an unknown organization', async () => {
    const unknownAccount = { orgId: 'org_unknown', mode: 'test' } as const;
    expect(await reader.read(unknownAccount, recentPeriods(NOW, 12))).toBeUndefined();
  });
});
