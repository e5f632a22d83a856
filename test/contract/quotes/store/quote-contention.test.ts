import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDynamoDbQuoteMeter,
  readMetered,
} from '../../../../shared/accounts/usage/dynamodb-quote-meter.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { ContendedWriteError } from '../../../../shared/platform/dynamodb/contended-write-error.ts';
import type { Creation } from '../../../../shared/quotes/record/stored-quote.ts';
import type { Write } from '../../../support/cancelled-transaction.ts';
import { createContention } from '../../../support/contention.ts';
import {
  createQuotesTable,
  createUsageTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import type { QuoteStore } from '../../../support/in-memory-quote-store.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { newAccount, quoteAt, storeOn } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const MONTH = '2026-03';
const WRITERS = 30;
/** Typical duration of a transaction on AWS. */
const TRANSACTION_MS = 10;

let engine: TestDynamoDb;
let client: DynamoDBDocumentClient;
let store: QuoteStore;
let made: (account: Account) => Promise<readonly number[]>;

const timeOut = () => Object.assign(new Error('injected'), { name: 'TimeoutError' });
const throttled = () => Object.assign(new Error('injected'), { name: 'ThrottlingException' });

beforeAll(async () => {
  engine = await startTestDynamoDb();
  const { endpoint } = engine;
  client = localDocumentClient(endpoint);
  const contention = createContention(TRANSACTION_MS);
  let sent = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand') return next(args);
        // Of 29 requests one is lost, one is applied but its response is lost, and one is throttled.
        const turn = sent++ % 29;
        if (turn === 7) throw timeOut();
        if (turn === 14) throw throttled();
        const { TransactItems = [] } = args.input as { TransactItems?: readonly Write[] };
        const result = await contention(TransactItems, () => next(args));
        if (turn === 21) throw timeOut();
        return result;
      },
    { step: 'finalizeRequest', priority: 'low', name: 'contention' },
  );
  const meter = createDynamoDbQuoteMeter(client, await createUsageTable(endpoint));
  store = storeOn({ client, TableName: await createQuotesTable(endpoint) }, { now: NOON }, meter);
  made = async (account) => [
    await readMetered(meter, account, MONTH),
    (await store.list(account, {}, 1, 0)).totalCount,
  ];
});

afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const create = async (account: Account, limit?: number): Promise<Creation | 'contended'> => {
  try {
    return await store.create(account, quoteAt(NOON), undefined, limit);
  } catch (error) {
    if (error instanceof ContendedWriteError) return 'contended';
    throw error;
  }
};
const creations = (count: number, account: Account, limit?: number) =>
  Promise.all(Array.from({ length: count }, () => create(account, limit)));

describe(`${WRITERS} creations of one organization at once`, () => {
  it.each([1_000, (WRITERS * 2) / 3])(
    'end without another error, and the count equals the number of quotes, at a limit of %d',
    async (limit) => {
      const account = newAccount();

      const outcomes = await creations(WRITERS, account, limit);

      const stored = outcomes.filter(
        (outcome) => outcome !== 'contended' && outcome.outcome === 'created',
      ).length;
      const contended = outcomes.filter((outcome) => outcome === 'contended').length;
      expect(await made(account)).toEqual([stored, stored]);
      expect(stored).toBeLessThanOrEqual(limit);
      // Retries create the contended quotes, up to the limit.
      let left = contended;
      for (let retry = 0; left > 0 && retry < 20; retry++) {
        const again = await creations(Math.min(left, 50), account, limit);
        left -= again.filter((outcome) => outcome !== 'contended').length;
      }
      const all = Math.min(WRITERS, limit);
      expect([left, ...(await made(account))]).toEqual([0, all, all]);
    },
  );
});
