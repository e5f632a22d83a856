import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDocumentClient } from '../../../shared/dynamodb/document-client.ts';
import { createDynamodbAccountLedger } from '../../../shared/usage/dynamodb-account-ledger.ts';
import {
  createOrganizationsTable,
  createUsageTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../support/dynamodb-local.ts';
import { describeAccountLedger } from './account-ledger-contract.ts';

const PERIOD = '2026-11';

/** What happens to a call's first sending: lost before the table saw it, or only its answer lost. */
type Fault = 'lost' | 'applied-but-lost' | undefined;

let database: TestDynamoDb;
let client: DynamoDBDocumentClient;
let organizationsTable: string;
let usageTable: string;
let requests: string[] = [];
let nextFault: () => Fault = () => undefined;
let unprocessedReads = 0;

function timeOut(): Error {
  return Object.assign(new Error('injected'), { name: 'TimeoutError' });
}

/** Watches and disturbs every attempt, below the SDK's retries. */
function disturb(documentClient: DynamoDBDocumentClient): void {
  documentClient.middlewareStack.add(
    (next, context) => async (args) => {
      const command = String(context.commandName);
      requests.push(command);
      const { headers = {} } = args.request as { headers?: Record<string, string> };
      const firstSending = headers['amz-sdk-request']?.startsWith('attempt=1;') ?? true;
      const fault = command.startsWith('Update') && firstSending ? nextFault() : undefined;
      if (fault === 'lost') throw timeOut();
      const result = await next(args);
      if (fault === 'applied-but-lost') throw timeOut();
      if (command.startsWith('BatchGet') && unprocessedReads > 0) {
        unprocessedReads--;
        const Keys = [{ account: 'org_slow#test', period: PERIOD }];
        return { ...result, output: { ...result.output, UnprocessedKeys: { [usageTable]: { Keys } } } };
      }
      return result;
    },
    { step: 'finalizeRequest', priority: 'low', name: 'disturbance' },
  );
}

const newLedger = () => createDynamodbAccountLedger({ client, organizationsTable, usageTable });

const addOrganization = async (orgId: string, facts: { billing: boolean; usageLimit: number }) => {
  const Item = { pk: `ORG#${orgId}`, name: 'Contract', status: 'active', ...facts };
  await client.send(new PutCommand({ TableName: organizationsTable, Item }));
};

async function usageItem(orgId: string): Promise<Record<string, unknown>> {
  const Key = { account: `${orgId}#test`, period: PERIOD };
  return (await client.send(new GetCommand({ TableName: usageTable, Key, ConsistentRead: true }))).Item ?? {};
}

beforeAll(async () => {
  database = await startTestDynamoDb();
  organizationsTable = await createOrganizationsTable(database.endpoint);
  usageTable = await createUsageTable(database.endpoint);
  client = createDocumentClient({
    endpoint: database.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    // 200 calls at once from one process wait for their turn; a function sends one at a time.
    requestHandler: { httpAgent: { maxSockets: 50 }, connectionTimeout: 30_000, requestTimeout: 30_000 },
  });
  disturb(client);
}, 60_000);

afterAll(async () => {
  client.destroy();
  await database.stop();
});

beforeEach(() => {
  requests = [];
  nextFault = () => undefined;
  unprocessedReads = 0;
});

describeAccountLedger('DynamoDB', () => ({ ledger: newLedger(), addOrganization }));

describe('account ledger: DynamoDB on a bad wire', () => {
  const openAccount = async (orgId: string, ledger = newLedger()) => {
    const account = await ledger.read({ orgId, mode: 'test' }, PERIOD);
    if (!account) throw new Error(`no account of ${orgId}`);
    return account;
  };

  it('takes one round trip to read and one to count', async () => {
    await addOrganization('org_trips', { billing: true, usageLimit: 10 });
    requests = [];

    await (await openAccount('org_trips')).count();

    expect(requests).toEqual(['BatchGetItemCommand', 'UpdateItemCommand']);
  });

  it.each(['lost', 'applied-but-lost'] as const)(
    'counts a call once whose first sending was %s',
    async (fault) => {
      const orgId = `org_${fault}`;
      await addOrganization(orgId, { billing: true, usageLimit: 10 });
      const account = await openAccount(orgId);
      const faults: Fault[] = [fault];
      nextFault = () => faults.shift();

      expect(await account.count()).toEqual({ counted: true, used: 1 });
      expect(await usageItem(orgId)).toMatchObject({ used: 1 });
    },
  );

  it('counts the last call of a limit for its caller even if the answer was lost', async () => {
    await addOrganization('org_last', { billing: true, usageLimit: 1 });
    const account = await openAccount('org_last');
    const faults: Fault[] = ['applied-but-lost'];
    nextFault = () => faults.shift();

    expect(await account.count()).toEqual({ counted: true, used: 1 });
    expect(await account.count()).toEqual({ counted: false, used: 1 });
  });

  it.each([1_000, 60])(
    'counts each call of a storm once, at a limit of %d, however the wire fails',
    async (limit) => {
      const orgId = `org_storm_${limit}`;
      await addOrganization(orgId, { billing: true, usageLimit: limit });
      const processes = [newLedger(), newLedger(), newLedger(), newLedger()];
      let sent = 0;
      nextFault = () => (['applied-but-lost', 'lost'] as const)[sent++ % 8];

      const calls = Array.from({ length: 100 }, async (_, index) =>
        (await openAccount(orgId, processes[index % processes.length])).count(),
      );
      const counted = (await Promise.all(calls)).filter((counting) => counting.counted);

      expect(counted).toHaveLength(Math.min(100, limit));
      expect(await usageItem(orgId)).toMatchObject({ used: counted.length });
    },
  );

  it('asks again for keys that the table put off', async () => {
    await addOrganization('org_slow', { billing: true, usageLimit: 10 });
    await (await openAccount('org_slow')).count();
    requests = [];
    unprocessedReads = 2;

    expect(await openAccount('org_slow')).toMatchObject({ billing: true, used: 1 });
    expect(requests).toEqual(['BatchGetItemCommand', 'BatchGetItemCommand', 'BatchGetItemCommand']);
  });

  it('gives up on keys that are put off for ever', async () => {
    unprocessedReads = Number.POSITIVE_INFINITY;

    await expect(openAccount('org_slow')).rejects.toThrow('put off');
  });

  it('drops the marks of processes that ended', async () => {
    await addOrganization('org_marks', { billing: true, usageLimit: 10 });
    const stale = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`mark#gone-${index}`, 1]));
    const Item = { account: 'org_marks#test', period: PERIOD, used: 5, ...stale };
    await client.send(new PutCommand({ TableName: usageTable, Item }));

    await (await openAccount('org_marks')).count();

    const marks = Object.keys(await usageItem('org_marks')).filter((name) => name.startsWith('mark#'));
    expect(marks).toHaveLength(1);
    expect(marks[0]).not.toContain('gone');
  });

  it('throws on an organization whose item is broken', async () => {
    const Item = { pk: 'ORG#org_broken', billing: 'yes' };
    await client.send(new PutCommand({ TableName: organizationsTable, Item }));

    await expect(openAccount('org_broken')).rejects.toThrow('Expected boolean');
  });
});
