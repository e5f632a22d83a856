import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CustomerMatches } from '../../../../shared/customers/dynamodb-customers.ts';
import { addDays } from '../../../../shared/platform/time/utc-calendar.ts';
import {
  ALL_PARTITIONS,
  decisionIn,
  listPartition,
  matchingDays,
} from '../../../../shared/quotes/counts/list-partition.ts';
import { readListQuery } from '../../../../shared/quotes/listing/list-quotes.ts';
import {
  createQuoteIds,
  firstIdAt,
  parseQuoteId,
  QUOTE_OUTCOMES,
  QUOTE_STATUSES,
  quoteCreatedAt,
  quoteOutcome,
  quoteStatus,
} from '../../../../shared/quotes/record/stored-quote.ts';
import type { QuoteReports } from '../../../../shared/quotes/reports/dynamodb-report-cells.ts';
import type { ReportCell, Sums } from '../../../../shared/quotes/reports/quote-report.ts';
import {
  readQuoteReportUseCase,
  reportRows,
  reportTotal,
} from '../../../../shared/quotes/reports/read-quote-report.ts';
import { NO_CUSTOMERS } from '../../../support/named-customer.ts';

const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays('2026-01-01', days));
const bound = fc.option(day, { nil: undefined });

const filters = fc.record({
  outcome: fc.option(fc.constantFrom(...QUOTE_OUTCOMES), { nil: undefined }),
  status: fc.option(fc.constantFrom(...QUOTE_STATUSES), { nil: undefined }),
  start: bound,
  end: bound,
});

it('a list can cover one day, and no span that ends before it starts', () => {
  const read = (start_date: string, end_date: string) => readListQuery({ start_date, end_date });
  expect(read('2026-03-02', '2026-03-02')).toMatchObject({ ok: true });
  expect(read('2026-03-02', '2026-03-01')).toMatchObject({ ok: false });
});

describe('the days that a filter matches in a list partition', () => {
  it('are the days in the range on which quotes have the status', () => {
    fc.assert(
      fc.property(
        filters,
        day,
        day,
        fc.integer({ min: 0, max: 90 }),
        fc.constantFrom(undefined, 'converted', 'declined', 'superseded'),
        ({ status, outcome, start, end }, created, today, validityDays, decision) => {
          fc.pre(created <= today);
          const expiryDay = addDays(created, validityDays);
          const at = `${created}T00:00:00.000Z`;
          const quote = { expiryDay, ...(decision === 'converted' && { convertedAt: at }) };
          const wanted =
            (outcome === undefined || outcome === quoteOutcome(decision, expiryDay, today)) &&
            (status === undefined || status === quoteStatus(quote, today)) &&
            (start === undefined || created >= start) &&
            (end === undefined || created <= end);

          const filter = {
            ...(status && { status }),
            ...(outcome && { outcome }),
            ...(start && { start }),
            ...(end && { end }),
          };
          const partition = listPartition(decision, validityDays);
          expect(ALL_PARTITIONS).toContain(partition);
          expect(decisionIn(partition)).toBe(decision);
          const days = matchingDays(partition, filter, today);

          expect(days !== undefined && days.first <= created && created <= days.last).toBe(wanted);
        },
      ),
    );
  });
});

const CALLER = { orgId: 'org_1', mode: 'test' } as const;

/** Reads a report with one cell for each of `lanes`, and records what was read. */
function reportUnderTest(
  lanes: readonly string[] = [],
  customers: Pick<CustomerMatches, 'idsOf'> = NO_CUSTOMERS,
) {
  const reads: string[][] = [];
  const reports: QuoteReports = {
    read: async ({ orgId }, groupBy, from, to) => {
      reads.push([orgId, groupBy, from, to]);
      const one = { quotes: 1, marginCents: 0, marginCostCents: 1, spreadCents: 0, marketCents: 1 };
      return lanes.map((label) => ({ month: from, group: label, label, sums: { undecided: one } }));
    },
  };
  const now = () => new Date('2026-11-23T12:00:00Z');
  const read = readQuoteReportUseCase({ reports, rfpCells: async () => 'too-many-lanes', customers, now });
  return { read: (query: Record<string, string>) => read(query, CALLER), reads };
}

describe('reading a report', () => {
  it.each([
    [{}, ['month', '2025-12', '2026-11']],
    [{ to: '2026-01' }, ['month', '2025-02', '2026-01']],
    [{ from: '2026-05', group_by: 'lane' }, ['lane', '2026-05', '2026-11']],
    [{ from: '2023-12', to: '2026-11', group_by: 'customer' }, ['customer', '2023-12', '2026-11']],
    [{ from: '2026-11', to: '2026-11', group_by: 'equipment' }, ['equipment', '2026-11', '2026-11']],
  ])('of %j reads %j', async (query, expected) => {
    const { read, reads } = reportUnderTest();
    const [groupBy, from, to] = expected;
    expect(await read(query)).toMatchObject({
      ok: true,
      body: { from, to, group_by: groupBy, rows: [], total_rows: 0, total: { quotes: 0, win_rate: null } },
    });
    expect(reads).toEqual([[CALLER.orgId, ...expected]]);
  });
});

it('a report by customer has one row for the names and aliases of a record', async () => {
  const record = { customerId: 'C-1', name: 'Acme Home Products', isDeleted: false, isAmbiguous: false };
  const { read } = reportUnderTest(['ACME', 'Acme Home Products, Inc.', 'Globex', ''], {
    idsOf: async (_account, texts) =>
      new Map(texts.filter((text) => /^acme/i.test(text)).map((text) => [text, record])),
  });
  const rows = { group_by: 'customer', from: '2026-11' };
  expect(await read(rows)).toMatchObject({
    ok: true,
    body: {
      rows: [{ key: 'Acme Home Products', customer_id: 'C-1', quotes: 2 }, { key: '' }, { key: 'Globex' }],
      total_rows: 3,
      total: { quotes: 4 },
    },
  });
});

it('a report on more lanes of RFPs than it reads says what to choose', async () => {
  const { read } = reportUnderTest();
  for (const source of ['rfps', 'all'])
    expect(await read({ source, group_by: 'lane' })).toMatchObject({
      ok: false,
      rejection: {
        details: { errors: [{ field: 'group_by', message: expect.stringContaining('month or customer') }] },
      },
    });
});

const sums = (quotes: number, marginCents = 0, spreadCents = 0): Sums => ({
  ...{ quotes, marginCents, spreadCents },
  marginCostCents: quotes * 100_000,
  marketCents: quotes * 110_000,
});

const cell = (month: string, label: string, of: ReportCell['sums']): ReportCell => ({
  ...{ month, label, sums: of },
  group: label.toLowerCase(),
});

describe('a report', () => {
  it('has win rate, margin and spread of a group over its months, and counts superseded quotes apart', () => {
    const cells = [
      cell('2026-01', 'Acme', {
        converted: sums(2, 30_001, 11_000),
        superseded: sums(5, 999_999, 999_999),
      }),
      cell('2026-02', 'ACME', { declined: sums(1, 9_000, -22_000), undecided: sums(1) }),
    ];
    const figures = {
      ...{ quotes: 4, won: 2, lost: 1, superseded: 5, win_rate: 66.67 },
      average_margin: { amount: 97.5, percent: 9.75 },
      average_margin_won: { amount: 150.01, percent: 15 },
      spread_to_market: { amount: -27.5, percent: -2.5 },
      spread_to_market_won: { amount: 55, percent: 5 },
    };
    expect(reportRows(cells, 'customer')).toEqual([{ key: 'ACME', ...figures }]);
    expect(reportTotal(cells)).toEqual(figures);
  });

  it('has no averages without quotes, and no row for a group whose quotes were deleted', () => {
    const cells = [
      cell('2026-01', 'Gone', { undecided: sums(0), converted: sums(0) }),
      cell('2026-01', 'Revised', { superseded: sums(1, 100, 100) }),
    ];
    const none = { average_margin: null, average_margin_won: null };
    expect(reportRows(cells, 'customer')).toEqual([
      expect.objectContaining({ key: 'Revised', quotes: 0, superseded: 1, win_rate: null, ...none }),
    ]);
  });

  it('orders months from the last, and other groups from the largest', () => {
    const months = ['2026-01', '2026-03', '2026-02'].map((month) =>
      cell(month, month, { undecided: sums(1) }),
    );
    expect(reportRows(months, 'month').map(({ key }) => key)).toEqual(['2026-03', '2026-02', '2026-01']);
    const lanes = (['B', 'A', 'C'] as const).map((label, index) =>
      cell('2026-01', label, { undecided: sums(index === 2 ? 7 : 3) }),
    );
    expect(reportRows(lanes, 'lane').map(({ key }) => key)).toEqual(['C', 'A', 'B']);
  });
});

const moment = fc.integer({ min: 0, max: Date.parse('2999-12-31') }).map((ms) => new Date(ms));

describe('a quote id', () => {
  it('contains its creation time in milliseconds, by which it sorts across processes', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        fc.pre(one.getTime() < other.getTime());
        const [first, second] = [createQuoteIds()(one), createQuoteIds()(other)];
        expect(quoteCreatedAt(first)).toEqual(one);
        expect(first < second).toBe(true);
        expect(first < firstIdAt(other.getTime())).toBe(true);
        expect(second > firstIdAt(other.getTime())).toBe(true);
      }),
    );
  });

  it('sorts after every earlier id of its process, even if the clock stops or goes back', () => {
    const nextId = createQuoteIds();
    const now = Date.parse('2026-03-17T12:00:00.000Z');
    const ids = Array.from({ length: 5_000 }, (_, index) => nextId(new Date(now - (index % 7))));

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(quoteCreatedAt(ids.at(-1) ?? nextId(new Date(0))).getTime()).toBeLessThan(now + 10);
  });

  it('ends with random digits', () => {
    const now = new Date('2026-03-17T12:00:00.000Z');
    const tails = new Set(Array.from({ length: 1_000 }, () => createQuoteIds()(now).slice(-16)));
    expect(tails.size).toBe(1_000);
    for (let place = 0; place < 16; place++) {
      expect(new Set([...tails].map((tail) => tail[place])).size).toBe(32);
    }
  });

  it('is parsed unchanged, and other values are rejected', () => {
    const id = createQuoteIds()(new Date());
    expect(parseQuoteId(id)).toBe(id);
    const values = [undefined, null, 7, {}, [id], '', 'Q-', 'Q-../../etc/passwd'];
    const texts = [id.toLowerCase(), ` ${id}`, `${id}\n`, `${id}0`, id.slice(0, -1), id.slice(2)];
    const withOtherDigits = ['I', 'L', 'O', 'U', '#', 'é'].map((digit) => `${id.slice(0, -1)}${digit}`);
    for (const other of [...values, ...texts, ...withOtherDigits]) {
      expect(parseQuoteId(other)).toBeUndefined();
    }
  });
});
