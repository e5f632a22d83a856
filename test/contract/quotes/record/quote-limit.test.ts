import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { KeyedAnswer } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import {
  createDynamoDbQuoteMeter,
  readMetered,
} from '../../../../shared/accounts/usage/dynamodb-quote-meter.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import {
  createQuotesTable,
  createUsageTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import type { QuoteStore } from '../../../support/in-memory-quote-store.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { answerOf, newAccount, quoteAt, storeOn } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const MONTH = '2026-03';

const LIMIT = 60;

type Fault = 'lost' | 'applied-but-lost' | 'conflict' | undefined;

let faultOf: () => Fault = () => undefined;
let transactions = 0;
let engine: TestDynamoDb;
let client: DynamoDBDocumentClient;
let store: QuoteStore;
let counted: (account: Account, month?: string) => Promise<number>;

const timeOut = () => Object.assign(new Error('injected'), { name: 'TimeoutError' });
/** The error of DynamoDB for conflicting transactions, which DynamoDB Local never returns. */
const conflict = () =>
  new TransactionCanceledException({
    message: 'injected',
    CancellationReasons: [{ Code: 'TransactionConflict' }],
    $metadata: {},
  });

beforeAll(async () => {
  engine = await startTestDynamoDb();
  const { endpoint } = engine;
  client = localDocumentClient(endpoint);
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand') return next(args);
        transactions += 1;
        const fault = faultOf();
        if (fault === 'lost') throw timeOut();
        if (fault === 'conflict') throw conflict();
        const result = await next(args);
        if (fault === 'applied-but-lost') throw timeOut();
        return result;
      },
    { step: 'finalizeRequest', priority: 'low', name: 'disturbance' },
  );
  const meter = createDynamoDbQuoteMeter(client, await createUsageTable(endpoint));
  store = storeOn({ client, TableName: await createQuotesTable(endpoint) }, { now: NOON }, meter);
  counted = (account, month = MONTH) => readMetered(meter, account, month);
});

afterAll(async () => {
  client.destroy();
  await engine.stop();
});

beforeEach(() => {
  faultOf = () => undefined;
  transactions = 0;
});

const create = (account: Account, limit?: number, answer?: KeyedAnswer, at = NOON) =>
  store.create(account, quoteAt(at), answer, limit);
const listed = async (account: Account) => (await store.list(account, {}, 1, 0)).totalCount;
const creations = (count: number, account: Account, limit?: number) =>
  Promise.all(Array.from({ length: count }, () => create(account, limit)));

/** Disturbs three of seven requests. Seven is coprime to the numbers of creations, so no creation fails every time. */
function disturb(): void {
  const faults: readonly Fault[] = ['conflict', undefined, 'applied-but-lost', undefined, 'lost'];
  let sent = 0;
  faultOf = () => faults[sent++ % 7];
}

describe('the monthly count of quotes', () => {
  it.each([LIMIT])('accepts exactly %i of twice as many concurrent creations', async (limit) => {
    const account = newAccount();

    const outcomes = await creations(2 * limit, account, limit);

    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(limit);
    expect(outcomes.filter(({ outcome }) => outcome !== 'created')).toEqual(
      Array.from({ length: limit }, () => ({ outcome: 'over-limit', used: limit })),
    );
    expect([await counted(account), await listed(account)]).toEqual([limit, limit]);
  });

  it('is exact under conflicts, timeouts and lost responses', async () => {
    const account = newAccount();
    disturb();

    const outcomes = await creations(90, account, 40);

    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(40);
    expect([await counted(account), await listed(account)]).toEqual([40, 40]);
  });

  it('is exact without a limit, under conflicts and lost responses', async () => {
    const account = newAccount();
    disturb();

    await creations(60, account);

    expect([await counted(account), await listed(account)]).toEqual([60, 60]);
  });

  it('includes quotes created before the limit was set and while it was removed', async () => {
    const account = newAccount();
    for (let count = 0; count < 3; count++) await create(account);
    await expect(create(account, 4)).resolves.toEqual({ outcome: 'created', used: 4 });
    await expect(create(account, 4)).resolves.toEqual({ outcome: 'over-limit', used: 4 });
    await expect(create(account)).resolves.toEqual({ outcome: 'created' });
    await expect(create(account, 5)).resolves.toEqual({ outcome: 'over-limit', used: 5 });
    await expect(create(account, 2)).resolves.toEqual({ outcome: 'over-limit', used: 5 });

    const outcomes = await creations(20, account, 8);

    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(3);
    expect(await counted(account)).toBe(8);
  });

  it('does not decrease when a quote is deleted', async () => {
    const account = newAccount();
    const quote = quoteAt(NOON);
    await store.create(account, quote, undefined, 1);
    await store.delete(account, quote.quoteId);

    await expect(create(account, 1)).resolves.toEqual({ outcome: 'over-limit', used: 1 });
    expect([await counted(account), await listed(account)]).toEqual([1, 0]);
  });

  it('is separate for each month, mode and organization', async () => {
    const account = newAccount();
    await create(account, 1);

    await expect(create(account, 1, undefined, new Date('2026-03-31T23:59:59.999Z'))).resolves.toEqual({
      outcome: 'over-limit',
      used: 1,
    });
    await expect(create(account, 1, undefined, new Date('2026-04-01T00:00:00.000Z'))).resolves.toEqual({
      outcome: 'created',
      used: 1,
    });
    await expect(create({ ...account, mode: 'live' }, 1)).resolves.toMatchObject({ outcome: 'created' });
    await expect(create(newAccount(), 1)).resolves.toMatchObject({ outcome: 'created' });
    expect([await counted(account), await counted(account, '2026-04')]).toEqual([1, 1]);
  });

  it('stays 0 at a limit of 0', async () => {
    const account = newAccount();
    await expect(create(account, 0)).resolves.toEqual({ outcome: 'over-limit', used: 0 });
    expect(await counted(account)).toBe(0);
  });

  it('sends no transaction if the limit is reached', async () => {
    const account = newAccount();
    await create(account, 1);
    transactions = 0;

    await create(account, 1, answerOf(`${account.orgId}-key`));

    expect(transactions).toBe(0);
  });

  it.each([undefined, 1, 5])('counts an answered key once at a limit of %p', async (limit) => {
    const account = newAccount();
    const answer = answerOf(`${account.orgId}-key`);

    const outcomes = await Promise.all(Array.from({ length: 30 }, () => create(account, limit, answer)));

    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    const others = limit === 1 ? ['answered', 'over-limit'] : ['answered'];
    expect(outcomes.filter(({ outcome }) => others.includes(outcome))).toHaveLength(29);
    expect([await counted(account), await listed(account)]).toEqual([1, 1]);
  });
});
