import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { KeyedAnswer } from '../../../shared/accounts/idempotency/idempotency-store.ts';
import {
  createDynamoDbQuoteMeter,
  readMetered,
} from '../../../shared/accounts/usage/dynamodb-quote-meter.ts';
import { ContendedWriteError } from '../../../shared/platform/dynamodb/contended-write-error.ts';
import type { Answer } from '../../../shared/platform/http/outcome.ts';
import { rejectionStatus } from '../../../shared/platform/http/rejection.ts';
import { convertQuoteUseCase } from '../../../shared/quotes/convert-quote.ts';
import { deleteQuoteUseCase } from '../../../shared/quotes/delete-quote.ts';
import { createDynamoDbQuoteStore } from '../../../shared/quotes/store/dynamodb-quote-store.ts';
import { createContention } from '../../support/contention.ts';
import { createTableDouble } from '../../support/table-double/table-double.ts';
import { cancelled } from '../../support/table-double/writes.ts';
import { CALLER, quotingUnderTest, REQUEST } from './quoting-under-test.ts';

const MONTH = '2026-10';

/** The answer of a use case, or the error that the API handler answers with 429 and Retry-After. */
const answered = <Body>(answer: Promise<Answer<Body>>): Promise<Answer<Body> | ContendedWriteError> =>
  answer.catch((error: unknown) => {
    if (error instanceof ContendedWriteError) return error;
    throw error;
  });

/** Creates quotes in the DynamoDB store on a table double; waits of the store are a tenth as long. */
function contended(quoteLimit?: number) {
  const table = createTableDouble();
  const { client, TableName } = table;
  const meter = createDynamoDbQuoteMeter(client, 'usage');
  const now = () => new Date('2026-10-07T17:00:00Z');
  const pause = (ms: number) => wait(ms / 10);
  const store = createDynamoDbQuoteStore<KeyedAnswer>({ client, TableName, now, pause, meter });
  const under = quotingUnderTest({
    quotes: store,
    terms: { billing: true, ...(quoteLimit === undefined ? {} : { quoteLimit }) },
  });
  return {
    table,
    store,
    answer: () => answered(under.answer()),
    /** The numbers of counted and of stored quotes. */
    made: async () => [
      await readMetered(meter, CALLER, MONTH),
      (await store.list(CALLER, {}, 1, 0)).totalCount,
    ],
  };
}

const CONTENDED = expect.objectContaining({
  name: 'ContendedWriteError',
  callerMessage:
    'Too many quotes of this organization are being written at the same moment. Wait for the seconds in Retry-After, then try again.',
});

describe('300 creations of one organization at once', () => {
  it.each([undefined, 1_000, 200, 3])(
    'are created, rejected by the limit or contended at a limit of %p',
    async (limit) => {
      const { table, answer, made } = contended(limit);
      const contention = createContention(1);
      table.intercept((apply, items) => contention(items, apply));

      const answers = await Promise.all(Array.from({ length: 300 }, () => answer()));

      const contentions = answers.filter((answer) => answer instanceof ContendedWriteError);
      const outcomes = answers.flatMap((answer) => (answer instanceof ContendedWriteError ? [] : [answer]));
      const stored = outcomes.filter(({ ok }) => ok).length;
      const rejected = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection]));
      const over = rejected.filter(({ code }) => code === 'QUOTE_LIMIT_EXCEEDED').length;
      expect(stored + over + contentions.length).toBe(300);
      expect(rejected.map(rejectionStatus)).toEqual(Array.from({ length: over }, () => 429));
      for (const contention of contentions) expect(contention).toEqual(CONTENDED);
      expect(await made()).toEqual([stored, stored]);
      expect(stored).toBeGreaterThan(0);
      expect(stored).toBeLessThanOrEqual(limit ?? 300);
      if (over > 0) expect(stored).toBe(limit);
    },
  );
});

describe('a write that conflicts in every attempt', () => {
  const throttled = () => Object.assign(new Error('injected'), { name: 'ThrottlingException' });

  it.each([
    ['conflicting transactions', () => cancelled(['TransactionConflict'])],
    ['throttling of its items', () => cancelled(['None', 'ThrottlingError'])],
    ['throttling', throttled],
  ])('throws ContendedWriteError, and writes and counts nothing: %s', async (_, fault) => {
    const { table, store, answer, made } = contended(10);
    table.intercept(async () => {
      throw fault();
    });

    expect(await answer()).toEqual(CONTENDED);

    expect([table.changes, await made()]).toEqual([[], [0, 0]]);
    table.intercept(async (apply) => apply());
    expect(await answer()).toMatchObject({ ok: true });
    const [quote] = (await store.list(CALLER, {}, 1, 0)).rows;
    table.intercept(async () => {
      throw fault();
    });
    const quoteId = quote?.quoteId ?? '';
    expect(await answered(convertQuoteUseCase(store)(quoteId, CALLER))).toEqual(CONTENDED);
    expect(await answered(deleteQuoteUseCase(store)(quoteId, CALLER))).toEqual(CONTENDED);
    expect(await made()).toEqual([1, 1]);
  });

  it('succeeds if an earlier attempt was applied but its response was lost', async () => {
    const { table, answer, made } = contended(10);
    let sent = 0;
    table.intercept(async (apply) => {
      sent += 1;
      if (sent > 1) throw throttled();
      await apply();
      throw Object.assign(new Error('applied, but timed out'), { name: 'TimeoutError' });
    });

    expect(await answer()).toMatchObject({ ok: true });
    expect(await made()).toEqual([1, 1]);
  });

  it('throws the original error if no attempt was answered: the write may be applied later', async () => {
    const { table, answer } = contended(10);
    table.intercept(async () => {
      throw Object.assign(new Error('injected'), { name: 'TimeoutError' });
    });

    await expect(answer()).rejects.toThrow('injected');
  });
});

describe('a creation with an Idempotency-Key that conflicts in every attempt', () => {
  it('returns the answer that a concurrent call with the same key stored', async () => {
    let isBusy = false;
    const under: ReturnType<typeof quotingUnderTest> = quotingUnderTest({
      quotes: {
        create: async (...args) => {
          if (isBusy) throw new ContendedWriteError('injected');
          return under.store.create(...args);
        },
      },
    });
    const call = { ...CALLER, operation: 'create-quote', key: 'a', bodyHash: 'hash', at: new Date() };
    const draft = under.draftOf(REQUEST);
    const first = await under.createQuote(draft, CALLER, call);
    isBusy = true;

    expect(await under.createQuote(draft, CALLER, call)).toEqual({
      ok: true,
      replayed: first.ok && 'body' in first && JSON.stringify(first.body),
    });
    await expect(under.createQuote(draft, CALLER, { ...call, key: 'b' })).rejects.toThrow(
      ContendedWriteError,
    );
  });
});
