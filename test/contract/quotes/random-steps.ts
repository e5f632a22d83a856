import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import type { Account } from '../../../shared/platform/account/account.ts';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import {
  type NewQuote,
  QUOTE_OUTCOMES,
  QUOTE_STATUSES,
  type QuoteFilter,
  type QuoteId,
  quoteCreatedAt,
} from '../../../shared/quotes/record/stored-quote.ts';
import type { QuoteReports } from '../../../shared/quotes/reports/dynamodb-report-cells.ts';
import { REPORT_GROUPS } from '../../../shared/quotes/reports/quote-report.ts';
import { reportRows, reportTotal } from '../../../shared/quotes/reports/read-quote-report.ts';
import { createInMemoryQuoteStore, type QuoteStore } from '../../support/in-memory-quote-store.ts';
import { plain } from '../../support/plain-name.ts';
import { Crash } from '../../support/provisioning-under-test.ts';
import { type Clock, newAccount, quoteMaker } from './quotes-under-test.ts';
import { countedOneByOne } from './reports/counted-one-by-one.ts';

export interface RandomSteps {
  readonly store: QuoteStore;
  readonly reports: QuoteReports;
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
const CUSTOMERS = ['', 'Müller & Söhne', 'MULLER & SÖHNE', 'Acme'];
const CUSTOMER_IDS: Readonly<Record<string, string>> = {
  [plain('Müller & Söhne')]: 'CU-1',
  [plain('Acme')]: 'CU-2',
};
const REFERENCES = ['', 'PO 1', 'po 1 ', 'PO 2', 'BOOKING-Ä'];
const LANES = ['Los Angeles, CA to Chicago, IL', 'Savannah, GA to Atlanta, GA'];

/**
 * Runs random steps on a store and on the oracle, with crashes. Compares one filter after each step, and all filters
 * every `allEvery` steps; then the joined pages must equal the whole list.
 */
export async function compareRandomSteps(test: RandomSteps): Promise<{ crashes: number; quotes: number }> {
  const { store, clock, random } = test;
  const oracle = createInMemoryQuoteStore(() => clock.now);
  const account = newAccount();
  const make = quoteMaker();
  const ids: QuoteId[] = [];
  const made = new Map<QuoteId, NewQuote>();
  let crashes = 0;
  const below = (limit: number) => Math.floor(random() * limit);
  const anyId = () => ids[below(ids.length)] ?? make(clock.now).quoteId;

  /** Runs an action on both stores and compares the results; after a crash, the oracle follows what was applied. */
  const both = async <Answer>(act: (on: QuoteStore) => Promise<Answer>): Promise<void> => {
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
      const quote = withFigures(make(clock.now, VALIDITIES[below(VALIDITIES.length)]), below);
      ids.push(quote.quoteId);
      made.set(quote.quoteId, quote);
      // Some revise an earlier quote, which may be decided on or deleted.
      const revises = random() < 0.3 ? anyId() : undefined;
      await both((on) => on.create(account, { ...quote, ...(revises && { revises }) }));
    } else if (kind < 0.53) {
      const quoteId = anyId();
      const conversion = random() < 0.5 ? { orderReference: `ORDER-${below(3)}` } : undefined;
      await both((on) => on.convert(account, quoteId, conversion));
    } else if (kind < 0.65) {
      const quoteId = anyId();
      const decline = { reason: 'price', competitorPriceCents: below(3) } as const;
      await both((on) => on.decline(account, quoteId, decline));
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
      await compareReports(test.reports, { oracle, account }, made);
    }
  }
  return { crashes, quotes: (await oracle.list(account, {}, 1, 0)).totalCount };
}

/** A quote with figures that differ from those of other quotes. */
function withFigures(quote: NewQuote, below: (limit: number) => number): NewQuote {
  const anyOf = (texts: readonly string[]) => texts[below(texts.length)] ?? '';
  const { customerId: _, ...summary } = quote.summary;
  const customer = anyOf(CUSTOMERS);
  const customerId = CUSTOMER_IDS[plain(customer)];
  const [marginCents, spreadCents] = [below(20_000) - 5_000, below(30_000) - 10_000];
  return {
    ...quote,
    summary: {
      ...summary,
      customer,
      customerReference: anyOf(REFERENCES),
      ...(customerId && { customerId }),
    },
    figures: {
      equipment: below(3) === 0 ? 'dryvan' : 'container_40',
      lane: anyOf(LANES),
      ...{ marginCents, marginCostCents: 90_000 + below(999), spreadCents, marketCents: 95_000 + below(999) },
    },
  };
}

/** Compares reports of every group and range of months with figures of the quotes one by one. */
async function compareReports(
  reports: QuoteReports,
  { oracle, account }: Pick<Compared, 'oracle' | 'account'>,
  made: ReadonlyMap<QuoteId, NewQuote>,
): Promise<void> {
  const { rows } = await oracle.list(account, {}, Number.MAX_SAFE_INTEGER, 0);
  const months = [...new Set(rows.map(({ quoteId }) => monthOfQuote(quoteId)))].sort();
  const ranges = [months, months.slice(0, 1), months.slice(-1)].map((range) => ({
    from: range.at(0) ?? '2026-01',
    to: range.at(-1) ?? '2026-01',
  }));
  for (const { from, to } of ranges) {
    const quotes = rows.flatMap(({ quoteId, outcome }) => {
      const month = monthOfQuote(quoteId);
      const quote = made.get(quoteId);
      return quote && month >= from && month <= to ? [{ month, outcome, ...quote }] : [];
    });
    for (const groupBy of REPORT_GROUPS) {
      const cells = await reports.read(account, groupBy, from, to);
      const rows = reportRows(cells, groupBy).map((row) => ({
        ...row,
        key: groupBy === 'customer' ? plain(row.key) : row.key,
      }));
      const found = { rows: byKey(rows), total: reportTotal(cells) };
      const wanted = countedOneByOne(quotes, groupBy);
      expectSame({ groupBy, from, to }, found, { ...wanted, rows: byKey(wanted.rows) });
    }
  }
}

const byKey = <Row extends { readonly key: string }>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));

const monthOfQuote = (quoteId: QuoteId) => quoteCreatedAt(quoteId).toISOString().slice(0, 7);

interface Compared {
  readonly store: QuoteStore;
  readonly oracle: QuoteStore;
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

/** `asked` is part of the message. The comparison of `expect` takes 1 ms a page, so it is used only to report a difference. */
function expectSame(asked: object, found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect({ ...asked, found }).toEqual({ ...asked, found: wanted });
}

/** One of the names of quotes, or a name that no quote has. */
const anyName = ([_, ...names]: readonly string[], random: () => number): string =>
  names[Math.floor(random() * (names.length + 1))] ?? 'Unknown Customer';

/** A random filter with days around those of the quotes, often today. */
function randomFilter(now: Date, ids: readonly QuoteId[], random: () => number): QuoteFilter {
  const first = ids[0] === undefined ? utcDay(now) : utcDay(quoteCreatedAt(ids[0]));
  const days = Math.round((now.getTime() - Date.parse(first)) / 86_400_000);
  const day = () => addDays(first, Math.floor(random() * (days + 2)));
  const status = QUOTE_STATUSES[Math.floor(random() * 6)];
  const outcome = QUOTE_OUTCOMES[Math.floor(random() * 10)];
  return {
    ...(outcome && { outcome }),
    ...(status && { status }),
    ...(random() < 0.3 && { customer: anyName(CUSTOMERS, random) }),
    ...(random() < 0.3 && { customerReference: anyName(REFERENCES, random) }),
    ...(random() < 0.4 && { start: day() }),
    ...(random() < 0.4 && { end: random() < 0.5 ? utcDay(now) : day() }),
  };
}

/** Every status, outcome, customer and reference, with and without each bound. */
function everyFilter(now: Date, ids: readonly QuoteId[]): QuoteFilter[] {
  const middle = ids[Math.floor(ids.length / 2)];
  const start = middle === undefined ? utcDay(now) : utcDay(quoteCreatedAt(middle));
  const end = addDays(start, 10);
  const kinds: readonly QuoteFilter[] = [
    {},
    ...QUOTE_STATUSES.map((status) => ({ status })),
    ...QUOTE_OUTCOMES.map((outcome) => ({ outcome })),
    ...CUSTOMERS.slice(1).map((customer) => ({ customer })),
    ...REFERENCES.slice(1).map((customerReference) => ({ customerReference })),
    ...Object.values(CUSTOMER_IDS).map((customerId) => ({ customerId })),
    { customer: 'Acme', customerReference: 'PO 1' },
    { customerId: 'CU-1', customerReference: 'PO 1' },
  ];
  const within = kinds.flatMap((kind) =>
    [{}, { start }, { end }, { start, end }].map((range) => ({ ...kind, ...range })),
  );
  return [...within, { start: '0001-01-01', end: '9999-12-31' }, { start: end, end: start }];
}
