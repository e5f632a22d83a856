import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import type { Account } from '../../../shared/platform/account/account.ts';
import { addDays, utcDay } from '../../../shared/platform/time/utc-day.ts';
import { type QuoteId, quoteCreatedAt } from '../../../shared/quotes/record/quote-id.ts';
import { QUOTE_STATUSES } from '../../../shared/quotes/record/quote-status.ts';
import type { QuoteFilter, QuoteStore } from '../../../shared/quotes/record/quote-store.ts';
import { createInMemoryQuoteStore } from '../../support/in-memory-quote-store.ts';
import { Crash } from '../../support/provisioning-under-test.ts';
import { type Claim, type Clock, newAccount, quoteMaker } from './quotes-under-test.ts';

export interface RandomSteps {
  readonly store: QuoteStore<Claim>;
  readonly clock: Clock;
  readonly steps: number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Number of writes applied so far, including those without a response. */
  readonly applied: () => number;
  /** Number of steps between comparisons of all filters. */
  readonly allEvery: number;
}

const MINUTE = 60_000;
const VALIDITIES = [0, 7, 7, 30];
const PAGE_SIZES = [1, 3, 20, 100];

/**
 * Runs random steps on a store and on the oracle, with crashes. Compares one filter after each step, and all filters
 * every `allEvery` steps; then the joined pages must equal the whole list.
 */
export async function compareRandomSteps(test: RandomSteps): Promise<{ crashes: number; quotes: number }> {
  const { store, clock, random } = test;
  const oracle = createInMemoryQuoteStore<Claim>({ now: () => clock.now });
  const account = newAccount();
  const make = quoteMaker();
  const ids: QuoteId[] = [];
  let crashes = 0;
  const below = (limit: number) => Math.floor(random() * limit);
  const anyId = () => ids[below(ids.length)] ?? make(clock.now).quoteId;

  /** Runs an action on both stores and compares the results; after a crash, the oracle follows what was applied. */
  const both = async <Answer>(act: (on: QuoteStore<Claim>) => Promise<Answer>): Promise<void> => {
    const before = test.applied();
    try {
      const answer = await act(store);
      expect(answer).toEqual(await act(oracle));
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      crashes += 1;
      if (test.applied() > before) await act(oracle);
    }
  };

  const step = async (): Promise<void> => {
    const kind = random();
    if (kind < 0.42) {
      const quote = make(clock.now, VALIDITIES[below(VALIDITIES.length)]);
      ids.push(quote.quoteId);
      await both((on) => on.create(account, quote));
    } else if (kind < 0.57) {
      const quoteId = anyId();
      await both((on) => on.convert(account, quoteId));
    } else if (kind < 0.8) {
      const quoteId = anyId();
      await both((on) => on.delete(account, quoteId));
    } else {
      const passes = [1, 50, 6_000, 10 * MINUTE, 60 * MINUTE, 300 * MINUTE];
      const most = passes[below(passes.length)] ?? 0;
      clock.now = new Date(clock.now.getTime() + below(most) + 1);
    }
  };

  let lastTotal = 0;
  for (let count = 1; count <= test.steps; count++) {
    await step();
    const filter = randomFilter(clock.now, ids, random);
    const limit = PAGE_SIZES[below(PAGE_SIZES.length)] ?? 20;
    lastTotal = await comparePage({ store, oracle, account }, filter, limit, below(lastTotal + 5));
    if (count % test.allEvery === 0) {
      for (const each of everyFilter(clock.now, ids)) await compareAll({ store, oracle, account }, each);
    }
  }
  return { crashes, quotes: (await oracle.list(account, {}, 1, 0)).totalCount };
}

interface Compared {
  readonly store: QuoteStore<Claim>;
  readonly oracle: QuoteStore<Claim>;
  readonly account: Account;
}

async function comparePage(
  { store, oracle, account }: Compared,
  filter: QuoteFilter,
  limit: number,
  offset: number,
): Promise<number> {
  const page = await store.list(account, filter, limit, offset);
  expectSame({ filter, limit, offset }, page, await oracle.list(account, filter, limit, offset));
  return page.totalCount;
}

async function compareAll({ store, oracle, account }: Compared, filter: QuoteFilter): Promise<void> {
  const { rows, totalCount } = await oracle.list(account, filter, Number.MAX_SAFE_INTEGER, 0);
  const joined = [];
  for (let offset = 0; offset === 0 || offset < totalCount; offset += 100) {
    const page = await store.list(account, filter, 100, offset);
    expectSame({ filter }, page.totalCount, totalCount);
    joined.push(...page.rows);
  }
  expectSame({ filter }, joined, rows);
}

/** `asked` is part of the message. Jest's comparison takes 1 ms a page, so it is used only to report a difference. */
function expectSame(asked: object, found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect({ ...asked, found }).toEqual({ ...asked, found: wanted });
}

/** A random filter with days around those of the quotes, often today. */
function randomFilter(now: Date, ids: readonly QuoteId[], random: () => number): QuoteFilter {
  const first = ids[0] === undefined ? utcDay(now) : utcDay(quoteCreatedAt(ids[0]));
  const days = Math.round((now.getTime() - Date.parse(first)) / 86_400_000);
  const day = () => addDays(first, Math.floor(random() * (days + 2)));
  const status = QUOTE_STATUSES[Math.floor(random() * 6)];
  return {
    ...(status && { status }),
    ...(random() < 0.4 && { start: day() }),
    ...(random() < 0.4 && { end: random() < 0.5 ? utcDay(now) : day() }),
  };
}

/** Every status, with and without each bound. */
function everyFilter(now: Date, ids: readonly QuoteId[]): QuoteFilter[] {
  const middle = ids[Math.floor(ids.length / 2)];
  const start = middle === undefined ? utcDay(now) : utcDay(quoteCreatedAt(middle));
  const end = addDays(start, 10);
  return [undefined, ...QUOTE_STATUSES].flatMap((status) =>
    [{}, { start }, { end }, { start, end }].map((range) => ({ ...(status && { status }), ...range })),
  );
}
