import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbImportedQuotes } from '../../../shared/quotes/imported/dynamodb-imported-quotes.ts';
import type { IdentifiedQuote, ImportedQuote } from '../../../shared/quotes/imported/imported-quote.ts';
import { quoteIdentity } from '../../../shared/quotes/imported/imported-quote.ts';
import { createDynamoDbQuoteReports } from '../../../shared/quotes/reports/dynamodb-report-cells.ts';
import { readQuoteReportUseCase } from '../../../shared/quotes/reports/read-quote-report.ts';
import { NO_CUSTOMERS } from '../../support/named-customer.ts';
import { localTable, newAccount, type Table } from './quotes-under-test.ts';

const FIRST = new Date('2026-11-25T12:00:00Z');
const LATER = new Date('2026-11-26T12:00:00Z');

const quote = (change: Partial<ImportedQuote> = {}, id = '1'): IdentifiedQuote => ({
  identity: quoteIdentity(id, 0),
  quote: {
    ...{ reference: id, day: '2026-03-04', origin: 'USLAX', destination: 'Phoenix, AZ' },
    laneArea: 'los angeles, ca to 850',
    ...{ lane: 'Los Angeles, CA to Phoenix, AZ', equipment: 'dryvan', customer: 'Acme' },
    ...{ totalCents: 125_050, outcome: 'open', reason: '', ...change },
  },
});

describe('imported quotes', () => {
  let table: Table;
  beforeAll(async () => {
    table = await localTable();
  });
  afterAll(() => table.stop());

  const write = (...args: Parameters<ReturnType<typeof createDynamoDbImportedQuotes>['write']>) =>
    createDynamoDbImportedQuotes(table).write(...args);
  const report = async (account: ReturnType<typeof newAccount>, query: Readonly<Record<string, string>>) => {
    const read = readQuoteReportUseCase({
      reports: createDynamoDbQuoteReports(table),
      rfpCells: async () => [],
      customers: NO_CUSTOMERS,
      now: () => FIRST,
    });
    const answer = await read({ source: 'imported', ...query }, account);
    if (!answer.ok) throw new Error(answer.rejection.message);
    return answer.body;
  };

  it('count once in the reports of imported and all quotes, without averages', async () => {
    const account = newAccount();
    const quotes = [
      ...Array.from({ length: 40 }, (_, at) =>
        quote({ customer: `C${at}`, lane: `L${at}`, outcome: 'won' }, `won ${at}`),
      ),
      quote({ outcome: 'lost', equipment: 'container_40hc' }, 'lost'),
      quote({ outcome: 'superseded' }, 'superseded'),
      quote({ day: '2025-12-31', outcome: 'expired' }, 'old'),
    ];
    expect(new Set(await write(account, quotes, FIRST))).toEqual(new Set(['created']));
    // The same attempt continues; another import finds the quotes.
    expect(new Set(await write(account, quotes, FIRST))).toEqual(new Set(['created']));
    expect(new Set(await write(account, quotes, LATER))).toEqual(new Set(['unchanged']));

    const { total, rows } = await report(account, { from: '2025-12' });
    expect(total).toMatchObject({ quotes: 42, won: 40, lost: 1, superseded: 1, win_rate: 97.56 });
    expect(total).toMatchObject({ average_margin: null, spread_to_market_won: null });
    expect(rows.map(({ key, quotes }) => [key, quotes])).toEqual([
      ['2026-03', 41],
      ['2025-12', 1],
    ]);
    expect((await report(account, { source: 'all' })).total).toEqual(total);
    expect((await report(account, { source: 'quotes' })).total.quotes).toBe(0);
    expect((await report(newAccount(), {})).total.quotes).toBe(0);
  });

  it('that a later file corrects move their counts', async () => {
    const account = newAccount();
    await write(account, [quote(), quote({}, '2')], FIRST);
    const won = quote({ outcome: 'won', customer: 'Globex', day: '2026-04-01' });
    expect(await write(account, [won, quote({}, '2')], LATER)).toEqual(['replaced', 'unchanged']);
    const { rows, total } = await report(account, { group_by: 'customer' });
    expect(rows.map(({ key, quotes, won }) => [key, quotes, won])).toEqual([
      ['Acme', 1, 0],
      ['Globex', 1, 1],
    ]);
    expect(total).toMatchObject({ quotes: 2, won: 1 });
  });

  it('count once if several imports write them at the same time', async () => {
    const account = newAccount();
    const quotes = Array.from({ length: 30 }, (_, at) => quote({}, String(at)));
    const statuses = await Promise.all([FIRST, LATER].map((at) => write(account, quotes, at)));
    expect(statuses.flat().filter((status) => status === 'created')).toHaveLength(30);
    expect((await report(account, {})).total.quotes).toBe(30);
  });
});
