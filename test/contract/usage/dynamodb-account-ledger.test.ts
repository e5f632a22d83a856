import { randomUUID } from 'node:crypto';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDocumentClient } from '../../../shared/dynamodb/document-client.ts';
import { createDynamodbAnswerMemory } from '../../../shared/idempotency/dynamodb-answer-memory.ts';
import { createDynamodbAccountLedger } from '../../../shared/usage/dynamodb-account-ledger.ts';
import {
  createIdempotencyTable,
  createOrganizationsTable,
  createUsageTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../support/dynamodb-local.ts';
import { describeAccountLedger, keyedAnswer } from './account-ledger-contract.ts';

const PERIOD = '2026-11';

/** What happens to a sending: lost before the table saw it, only its answer lost, or refused as in a conflict. */
type Fault = 'lost' | 'applied-but-lost' | 'conflict' | undefined;

let database: TestDynamoDb;
let client: DynamoDBDocumentClient;
let organizationsTable: string;
let usageTable: string;
let idempotencyTable: string;
let requests: string[] = [];
let nextFault: (attempt: number) => Fault = () => undefined;
let unprocessedReads = 0;
/** Whether a transaction that is sent again is taken for a new one, as DynamoDB does after ten minutes. */
let forgetTokens = false;

/** The same request with another token; it is signed after this, and DynamoDB Local checks no signature. */
function withNewToken<Args extends { request: unknown }>(args: Args): Args {
  const request = args.request as { body?: unknown };
  if (typeof request.body === 'string') {
    const token = `"ClientRequestToken":"${randomUUID()}"`;
    request.body = request.body.replace(/"ClientRequestToken":"[^"]*"/, token);
  }
  return args;
}

/** As DynamoDB refuses a write to an item that a transaction is at. */
function conflictOf(command: string): Error {
  const facts = { message: 'injected', $metadata: {} };
  if (command.startsWith('Update')) return new TransactionConflictException(facts);
  const CancellationReasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
  return new TransactionCanceledException({ ...facts, CancellationReasons });
}

/** Disturbs first sendings only, one after the other. */
function onFirstSendings(...faults: Fault[]): (attempt: number) => Fault {
  return (attempt) => (attempt === 1 ? faults.shift() : undefined);
}

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
      const attempt = Number(/attempt=(\d+)/.exec(headers['amz-sdk-request'] ?? '')?.[1] ?? 1);
      const fault = /^(Update|TransactWrite)/.test(command) ? nextFault(attempt) : undefined;
      if (fault === 'lost') throw timeOut();
      if (fault === 'conflict') throw conflictOf(command);
      const result = await next(forgetTokens ? withNewToken(args) : args);
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

const newAnswers = () => createDynamodbAnswerMemory(client, idempotencyTable);
const newLedger = () =>
  createDynamodbAccountLedger({ client, organizationsTable, usageTable, answers: newAnswers() });

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
  idempotencyTable = await createIdempotencyTable(database.endpoint);
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
  forgetTokens = false;
});

describeAccountLedger('DynamoDB', () => ({ ledger: newLedger(), answers: newAnswers(), addOrganization }));

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

  it.each(['lost', 'applied-but-lost', 'conflict'] as const)(
    'counts a call once whose first sending was %s',
    async (fault) => {
      const orgId = `org_${fault}`;
      await addOrganization(orgId, { billing: true, usageLimit: 10 });
      const account = await openAccount(orgId);
      nextFault = onFirstSendings(fault);

      expect(await account.count()).toEqual({ counted: true, used: 1 });
      expect(await usageItem(orgId)).toMatchObject({ used: 1 });
    },
  );

  it('counts the last call of a limit for its caller even if the answer was lost', async () => {
    await addOrganization('org_last', { billing: true, usageLimit: 1 });
    const account = await openAccount('org_last');
    nextFault = onFirstSendings('applied-but-lost');

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
      nextFault = (attempt) =>
        attempt === 1 ? (['applied-but-lost', 'lost', 'conflict'] as const)[sent++ % 8] : undefined;

      const calls = Array.from({ length: 100 }, async (_, index) =>
        (await openAccount(orgId, processes[index % processes.length])).count(),
      );
      const counted = (await Promise.all(calls)).filter((counting) => counting.counted);

      expect(counted).toHaveLength(Math.min(100, limit));
      expect(await usageItem(orgId)).toMatchObject({ used: counted.length });
    },
  );

  it('takes one round trip to read and one to count and remember', async () => {
    await addOrganization('org_keyed_trips', { billing: true, usageLimit: 10 });
    requests = [];

    const holder = { orgId: 'org_keyed_trips', mode: 'test' } as const;
    await (await openAccount(holder.orgId)).countAnswered(keyedAnswer(holder));

    expect(requests).toEqual(['BatchGetItemCommand', 'TransactWriteItemsCommand']);
  });

  it.each(['lost', 'applied-but-lost', 'conflict'] as const)(
    'counts a keyed call once whose first sending was %s',
    async (fault) => {
      const holder = { orgId: `org_keyed_${fault}`, mode: 'test' } as const;
      await addOrganization(holder.orgId, { billing: true, usageLimit: 1 });
      const account = await openAccount(holder.orgId);
      const answer = keyedAnswer(holder);
      nextFault = onFirstSendings(fault);

      expect(await account.countAnswered(answer)).toEqual({ counted: true, used: 1 });
      expect(await usageItem(holder.orgId)).toMatchObject({ used: 1 });
      expect(await newAnswers().find(answer.call)).toMatchObject({ body: answer.body });
    },
  );

  it('repeats the answer of a call that was applied and never heard of it', async () => {
    const holder = { orgId: 'org_deaf', mode: 'test' } as const;
    await addOrganization(holder.orgId, { billing: true, usageLimit: 5 });
    const account = await openAccount(holder.orgId);
    nextFault = () => 'applied-but-lost';
    await expect(account.countAnswered(keyedAnswer(holder, { body: '"first"' }))).rejects.toThrow('injected');
    nextFault = () => undefined;

    const again = await account.countAnswered(keyedAnswer(holder, { body: '"second"' }));

    expect(again).toMatchObject({ answeredBefore: { body: '"first"' } });
    expect(await usageItem(holder.orgId)).toMatchObject({ used: 1 });
  });

  it('knows its own write where the engine has forgotten the token of the transaction', async () => {
    const holder = { orgId: 'org_forgetful', mode: 'test' } as const;
    await addOrganization(holder.orgId, { billing: true, usageLimit: 1 });
    const account = await openAccount(holder.orgId);
    nextFault = onFirstSendings('applied-but-lost');
    forgetTokens = true;

    expect(await account.countAnswered(keyedAnswer(holder))).toEqual({ counted: true, used: 1 });
    expect(await usageItem(holder.orgId)).toMatchObject({ used: 1 });
  });

  it('gives up, and counts nothing, on a transaction that conflicts for ever', async () => {
    const holder = { orgId: 'org_endless_conflict', mode: 'test' } as const;
    await addOrganization(holder.orgId, { billing: true, usageLimit: 5 });
    const account = await openAccount(holder.orgId);
    nextFault = () => 'conflict';

    await expect(account.countAnswered(keyedAnswer(holder))).rejects.toThrow('injected');
    expect(await usageItem(holder.orgId)).toEqual({});
  }, 30_000);

  it('counts each of many keyed and other calls once, however the wire fails', async () => {
    const orgId = 'org_mixed_storm';
    const holder = { orgId, mode: 'test' } as const;
    await addOrganization(orgId, { billing: true, usageLimit: 60 });
    const processes = [newLedger(), newLedger(), newLedger(), newLedger()];
    let sent = 0;
    nextFault = (attempt) =>
      attempt === 1 ? (['applied-but-lost', 'lost', 'conflict'] as const)[sent++ % 7] : undefined;

    // 50 calls without a key, 25 keys with two calls each.
    const calls = Array.from({ length: 100 }, async (_, index) => {
      const account = await openAccount(orgId, processes[index % processes.length]);
      if (index % 2 === 0) return account.count();
      const key = `key-${index % 50}`;
      return account.countAnswered(keyedAnswer(holder, { key, body: `"${key} ${index}"` }));
    });
    const countings = await Promise.all(calls);

    const counted = countings.filter((counting) => 'counted' in counting && counting.counted);
    expect(counted).toHaveLength(60);
    expect(await usageItem(orgId)).toMatchObject({ used: 60 });
  });

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
