import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { KeyedAnswer } from '../../../shared/accounts/idempotency/idempotency-store.ts';
import {
  createDynamoDbQuoteMeter,
  readMetered,
} from '../../../shared/accounts/usage/dynamodb-quote-meter.ts';
import { refusalStatus } from '../../../shared/platform/http/refusal.ts';
import { convertQuoteUseCase } from '../../../shared/quotes/convert-quote.ts';
import { deleteQuoteUseCase } from '../../../shared/quotes/delete-quote.ts';
import { createDynamoDbQuoteStore } from '../../../shared/quotes/store/dynamodb-quote-store.ts';
import { createContention } from '../../support/contention.ts';
import { createTableDouble } from '../../support/table-double/table-double.ts';
import { cancelled } from '../../support/table-double/writes.ts';
import { CALLER, quoting, REQUEST } from './quoting.ts';

const MONTH = '2026-10';

/** The use case on the store that the service has, with all waits a tenth as long. */
function contended(quoteLimit?: number) {
  const table = createTableDouble();
  const { client, TableName } = table;
  const meter = createDynamoDbQuoteMeter(client, 'usage');
  const now = () => new Date('2026-10-07T17:00:00Z');
  const pause = (ms: number) => wait(ms / 10);
  const store = createDynamoDbQuoteStore<KeyedAnswer>({ client, TableName, now, pause, meter });
  const under = quoting({
    quotes: store,
    terms: { billing: true, ...(quoteLimit === undefined ? {} : { quoteLimit }) },
  });
  return {
    table,
    store,
    answer: under.answer,
    /** Quotes that are counted, and quotes that are stored. */
    made: async () => [
      await readMetered(meter, CALLER, MONTH),
      (await store.list(CALLER, {}, 1, 0)).totalCount,
    ],
  };
}

type Answers = Awaited<ReturnType<ReturnType<typeof contended>['answer']>>[];

const ofStatus = (answers: Answers, status: number) =>
  answers.filter((answer) => (answer.ok ? 200 : refusalStatus(answer.refusal)) === status);
const ofCode = (answers: Answers, code: string) =>
  answers.filter((answer) => !answer.ok && (answer.refusal.code ?? 'RATE_LIMIT_EXCEEDED') === code);

const CONTENDED = {
  ok: false,
  refusal: { kind: 'rate-limited', message: expect.stringMatching(/Retry-After/) },
  headers: { 'Retry-After': '1' },
};

describe('300 creations of one organization at once', () => {
  it.each([undefined, 1_000, 200, 3])('are each answered 200 or 429 at a limit of %p', async (limit) => {
    const { table, answer, made } = contended(limit);
    const contention = createContention(1);
    table.intercept((apply, items) => contention(items, apply));

    const answers = await Promise.all(Array.from({ length: 300 }, () => answer()));

    const stored = ofStatus(answers, 200).length;
    const over = ofCode(answers, 'QUOTE_LIMIT_EXCEEDED').length;
    const busy = ofCode(answers, 'RATE_LIMIT_EXCEEDED');
    expect(stored + over + busy.length).toBe(300);
    for (const refused of busy) expect(refused).toEqual(CONTENDED);
    expect(await made()).toEqual([stored, stored]);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThanOrEqual(limit ?? 300);
    if (over > 0) expect(stored).toBe(limit);
  });
});

describe('a write that meets others each time', () => {
  const throttled = () => Object.assign(new Error('injected'), { name: 'ThrottlingException' });

  it.each([
    ['transactions', () => cancelled(['TransactionConflict'])],
    ['throttling of its items', () => cancelled(['None', 'ThrottlingError'])],
    ['throttling', throttled],
  ])('is answered 429 with Retry-After, and writes and counts nothing: %s', async (_, fault) => {
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
    expect(await convertQuoteUseCase(store)(quote?.quoteId ?? '', CALLER)).toEqual(CONTENDED);
    expect(await deleteQuoteUseCase(store)(quote?.quoteId ?? '', CALLER)).toEqual(CONTENDED);
    expect(await made()).toEqual([1, 1]);
  });

  it('is a success where an earlier sending was written without an answer', async () => {
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

  it('is an error where no sending was answered: it may be written later', async () => {
    const { table, answer } = contended(10);
    table.intercept(async () => {
      throw Object.assign(new Error('injected'), { name: 'TimeoutError' });
    });

    await expect(answer()).rejects.toThrow('injected');
  });
});

describe('a creation with an Idempotency-Key that meets others each time', () => {
  it('is answered what another call with its key got meanwhile', async () => {
    let isBusy = false;
    const under: ReturnType<typeof quoting> = quoting({
      quotes: { create: async (...args) => (isBusy ? 'contended' : under.store.create(...args)) },
    });
    const call = { ...CALLER, operation: 'create-quote', key: 'a', bodyHash: 'hash', at: new Date() };
    const draft = under.draftOf(REQUEST);
    const first = await under.createQuote(draft, CALLER, call);
    isBusy = true;

    expect(await under.createQuote(draft, CALLER, call)).toEqual({
      ok: true,
      replayed: first.ok && 'body' in first && JSON.stringify(first.body),
    });
    expect(await under.createQuote(draft, CALLER, { ...call, key: 'b' })).toEqual(CONTENDED);
  });
});
