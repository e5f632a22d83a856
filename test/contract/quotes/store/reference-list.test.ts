import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { QuoteFilter } from '../../../../shared/quotes/record/stored-quote.ts';
import { localTable, newAccount, quoteMaker, storeOn, type Table } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const day = (date: string) => new Date(`2026-03-${date}T23:59:59.000Z`);

describe('quotes with a reference, listed', () => {
  let table: Table;
  const clock = { now: NOON };
  beforeAll(async () => {
    table = await localTable();
  });
  afterAll(() => table.stop());

  /** Creates a quote of each day; returns ids, oldest first. */
  async function create(account: Account, days: readonly string[], reference: string, customer = 'Acme') {
    const make = quoteMaker();
    const ids = [];
    for (const date of days) {
      const quote = make(day(date), 3);
      const summary = { ...quote.summary, customerReference: reference, customer };
      await storeOn(table, clock).create(account, { ...quote, summary });
      ids.push(quote.quoteId);
    }
    return ids;
  }
  const list = async (account: Account, filter: QuoteFilter, limit = 20, offset = 0) => {
    const { rows, totalCount } = await storeOn(table, clock).list(account, filter, limit, offset);
    return [rows.map(({ quoteId }) => quoteId), totalCount];
  };

  it('are those of the account, newest first, without case and spaces at the ends', async () => {
    const account = newAccount();
    const [old = '', newer = ''] = await create(account, ['11', '16'], ' PO-7');
    await create(account, ['16'], 'PO-78');
    await create(account, ['16'], '  ');
    await create({ ...account, mode: 'live' }, ['16'], 'PO-7');

    expect(await list(account, { customerReference: 'po-7 ' })).toEqual([[newer, old], 2]);
    expect(await list(account, { customerReference: 'PO-9' })).toEqual([[], 0]);
    expect((await storeOn(table, clock).list(account, {}, 20, 0)).totalCount).toBe(4);
  });

  it('have pages, whose total is that of all pages', async () => {
    const account = newAccount();
    const ids = await create(account, ['10', '11', '12', '13', '14'], 'PO-7');
    const newestFirst = ids.toReversed();

    for (const offset of [0, 1, 3, 4]) {
      const page = newestFirst.slice(offset, offset + 2);
      expect(await list(account, { customerReference: 'PO-7' }, 2, offset)).toEqual([page, 5]);
    }
    expect(await list(account, { customerReference: 'PO-7' }, 2, 5)).toEqual([[], 5]);
  });

  it('are filtered by whole days, first and last day included, and by customer', async () => {
    const account = newAccount();
    const [, second = '', third = '', fourth = ''] = await create(
      account,
      ['13', '14', '15', '16', '17'],
      'PO-7',
    );
    const [other = ''] = await create(account, ['15'], 'PO-7', 'Globex');
    const days = { start: '2026-03-14', end: '2026-03-16' } as const;

    expect(await list(account, { customerReference: 'PO-7', ...days })).toEqual([
      [fourth, ...[third, other].toSorted().toReversed(), second],
      4,
    ]);
    expect(await list(account, { customerReference: 'PO-7', customer: 'globex' })).toEqual([[other], 1]);
    expect(await list(account, { customerReference: 'PO-7', customer: ' ACME', ...days })).toEqual([
      [fourth, third, second],
      3,
    ]);
    expect(
      await list(account, { customerReference: 'PO-7', start: '2026-03-16', end: '2026-03-15' }),
    ).toEqual([[], 0]);
  });

  it('are filtered by status and outcome, which their days and decisions determine', async () => {
    const account = newAccount();
    // Valid for three days: those of March 13 expired on the 16th.
    const [expired = '', won = '', lost = '', open = ''] = await create(
      account,
      ['13', '14', '15', '16'],
      'PO-7',
    );
    const store = storeOn(table, clock);
    clock.now = day('16');
    await store.convert(account, won as never);
    await store.decline(account, lost as never, { reason: 'price' });
    clock.now = NOON;

    const listed = (filter: QuoteFilter) => list(account, { customerReference: 'PO-7', ...filter });
    expect(await listed({ status: 'active' })).toEqual([[open, lost], 2]);
    expect(await listed({ status: 'expired' })).toEqual([[expired], 1]);
    expect(await listed({ status: 'converted' })).toEqual([[won], 1]);
    expect(await listed({ outcome: 'lost' })).toEqual([[lost], 1]);
    expect(await listed({ outcome: 'open' })).toEqual([[open], 1]);
    await store.delete(account, open as never);
    expect(await listed({ outcome: 'open' })).toEqual([[], 0]);
  });
});
