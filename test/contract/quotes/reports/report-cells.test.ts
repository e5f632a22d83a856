import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { QuoteFigures } from '../../../../shared/quotes/record/stored-quote.ts';
import { createDynamoDbQuoteReports } from '../../../../shared/quotes/reports/dynamodb-report-cells.ts';
import {
  DECISION_STATES,
  type ReportCell,
  type ReportGroup,
} from '../../../../shared/quotes/reports/quote-report.ts';
import { localTable, newAccount, quoteMaker, storeOn, type Table } from '../quotes-under-test.ts';

const MARCH = new Date('2026-03-17T12:00:00.000Z');
const FIGURES: QuoteFigures = {
  equipment: 'container_40hc',
  lane: 'Los Angeles, CA to Chicago, IL',
  ...{ marginCents: 100, marginCostCents: 1_000, spreadCents: 7, marketCents: 2_000 },
};
const NONE = { quotes: 0, marginCents: 0, marginCostCents: 0, spreadCents: 0, marketCents: 0 };
const ONE = { quotes: 1, marginCents: 100, marginCostCents: 1_000, spreadCents: 7, marketCents: 2_000 };

describe('sums of quotes for reports', () => {
  let table: Table;
  beforeAll(async () => {
    table = await localTable();
  });
  afterAll(() => table.stop());

  const store = () => storeOn(table, { now: MARCH });
  const create = async (
    account: Account,
    change: {
      readonly at?: string;
      readonly customer?: string;
      readonly figures?: Partial<QuoteFigures>;
    } = {},
  ) => {
    const { at = MARCH.toISOString(), customer = 'Acme', figures = {} } = change;
    const quote = quoteMaker()(new Date(at), 90);
    await store().create(account, {
      ...quote,
      summary: { ...quote.summary, customer },
      figures: { ...FIGURES, ...figures },
    });
    return quote.quoteId;
  };
  /** The sums of each group and month, over the shards of their cells; states without quotes are left out. */
  const read = async (account: Account, groupBy: ReportGroup, from = '2026-03', to = from) => {
    const cells = await createDynamoDbQuoteReports(table).read(account, groupBy, from, to);
    const byGroup = Map.groupBy(cells, ({ month, label }) => `${month} ${label}`);
    return Object.fromEntries([...byGroup].map(([name, ofGroup]) => [name, added(ofGroup)]));
  };

  it('are of the months asked for, first and last included, and of one account', async () => {
    const account = newAccount();
    for (const at of [
      '2026-01-31T23:59:59Z',
      '2026-02-01T00:00:00Z',
      '2026-02-28T00:00:00Z',
      '2026-04-01T00:00:00Z',
    ])
      await create(account, { at });

    expect(await read(account, 'month', '2026-01', '2026-02')).toEqual({
      '2026-01 2026-01': { undecided: ONE },
      '2026-02 2026-02': { undecided: times(2, ONE) },
    });
    expect(Object.keys(await read(account, 'customer', '2026-02', '2026-04'))).toEqual([
      '2026-02 Acme',
      '2026-04 Acme',
    ]);
    expect(await read({ ...account, mode: 'live' }, 'month', '2026-01', '2026-04')).toEqual({});
  });
});

type Sums = typeof NONE;

const times = (count: number, sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, value * count])) as Sums;

/** Adds the sums of cells, by state. */
function added(cells: readonly ReportCell[]): Record<string, Sums> {
  const states = DECISION_STATES.map((state) => {
    const sums = cells.reduce(
      (sum, cell) =>
        Object.fromEntries(
          Object.entries(sum).map(([name, value]) => [
            name,
            value + (cell.sums[state]?.[name as keyof Sums] ?? 0),
          ]),
        ) as Sums,
      NONE,
    );
    return [state, sums] as const;
  });
  return Object.fromEntries(states.filter(([, sums]) => sums.quotes !== 0));
}
