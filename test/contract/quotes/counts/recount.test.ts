import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { countItemKey } from '../../../../shared/quotes/counts/dynamodb-day-counts.ts';
import { accountList, customerList, type QuoteList } from '../../../../shared/quotes/counts/quote-lists.ts';
import { createDynamoDbQuoteRecounts } from '../../../../shared/quotes/store/dynamodb-quote-recount.ts';
import { localTable, newAccount, quoteMaker, storeOn, type Table } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');

describe('a recount', () => {
  let table: Table;
  beforeAll(async () => {
    table = await localTable();
  });
  afterAll(() => table.stop());

  const parts = () => ({
    store: storeOn(table, { now: NOON }),
    recounts: createDynamoDbQuoteRecounts({ ...table, pause: async () => undefined }),
  });

  async function accountWithQuotes(): Promise<Account> {
    const { store } = parts();
    const account = newAccount();
    const make = quoteMaker();
    for (const minutes of [60 * 24 * 40, 60, 55, 0]) {
      const quote = make(new Date(NOON.getTime() - minutes * 60_000), 30);
      await store.create(account, quote);
      if (minutes === 55) await store.convert(account, quote.quoteId);
    }
    return account;
  }

  const damage = (
    list: QuoteList,
    level: 'month' | 'day' | 'span',
    period: string,
    name: string,
    by: number,
  ) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.TableName,
        Key: countItemKey(list, level, period, 3),
        UpdateExpression: 'ADD #cell :by',
        ExpressionAttributeNames: { '#cell': name },
        ExpressionAttributeValues: { ':by': by },
      }),
    );

  it('finds no differences if counts are right', async () => {
    const account = await accountWithQuotes();

    await expect(parts().recounts.recount(account, false)).resolves.toEqual({ quotes: 4, differences: [] });
    await expect(parts().recounts.recount(newAccount(), true)).resolves.toEqual({
      quotes: 0,
      differences: [],
    });
  });

  it('reports differences at each level, and fixes them only on request', async () => {
    const account = await accountWithQuotes();
    await damage(accountList(account), 'month', '2026-03', '17.30', 5);
    await damage(accountList(account), 'day', '2026-03-17', '66.c', -1);
    await damage(accountList(account), 'span', '2026-03-17#072', '0.30', 2);
    await damage(accountList(account), 'span', '2026-03-16#000', '7.7', 1);
    const { store, recounts } = parts();

    const shown = await recounts.recount(account, false);

    expect(shown.differences).toHaveLength(4);
    expect(shown.differences).toEqual(
      expect.arrayContaining([
        { level: 'day', period: '2026-03-17', part: 66, partition: 'c', stored: 0, counted: 1 },
        { level: 'span', period: '2026-03-17#072', part: 0, partition: '30', stored: 3, counted: 1 },
        { level: 'span', period: '2026-03-16#000', part: 7, partition: '7', stored: 1, counted: 0 },
        expect.objectContaining({ level: 'month', period: '2026-03', part: 17, partition: '30' }),
      ]),
    );
    expect((await store.list(account, {}, 20, 0)).totalCount).toBe(9);
    await expect(recounts.recount(account, false)).resolves.toEqual(shown);

    await expect(recounts.recount(account, true)).resolves.toMatchObject({ quotes: 4 });

    await expect(recounts.recount(account, false)).resolves.toEqual({ quotes: 4, differences: [] });
    const { rows, totalCount } = await store.list(account, {}, 20, 0);
    expect({ rows: rows.length, totalCount }).toEqual({ rows: 4, totalCount: 4 });
  });

  it('reports and fixes the counts of a customer', async () => {
    const account = await accountWithQuotes();
    await damage(customerList(account, 'MÜLLER & söhne '), 'span', '2026-03-17#072', '0.30', 4);
    const { recounts } = parts();

    const { differences } = await recounts.recount(account, true);

    expect(differences).toEqual([
      {
        ...{ level: 'span', period: '2026-03-17#072', part: 0, partition: '30', stored: 5, counted: 1 },
        customer: 'Müller & Söhne',
      },
    ]);
    await expect(recounts.recount(account, false)).resolves.toEqual({ quotes: 4, differences: [] });
  });

  it('finds no differences in concurrent changes, and fixes counts during them', async () => {
    const account = await accountWithQuotes();
    await damage(accountList(account), 'day', '2026-03-17', '72.30', 7);
    await damage(accountList(account), 'month', '2026-03', '17.7', 7);
    const { store, recounts } = parts();
    const make = quoteMaker();
    const [callers] = await Promise.all([
      (async () => {
        let made = 0;
        for (; made < 24; made++) {
          const quote = make(new Date(NOON.getTime() + made * 1_000));
          await store.create(account, quote);
          if (made % 4 === 0) await store.convert(account, quote.quoteId);
          if (made % 4 === 1) await store.delete(account, quote.quoteId);
          // Pauses give the recount time between calls.
          if (made % 8 === 7) await new Promise((resolve) => setTimeout(resolve, 30));
        }
        return made;
      })(),
      recounts.recount(account, true),
    ]);

    expect(callers).toBe(24);
    await expect(recounts.recount(account, false)).resolves.toEqual({ quotes: 22, differences: [] });
    expect((await store.list(account, {}, 20, 0)).totalCount).toBe(22);
  });
});

describe('accounts with quotes', () => {
  it('are found, each once', async () => {
    const table = await localTable();
    const store = storeOn(table, { now: NOON });
    const [one, other] = [newAccount(), newAccount()];
    const make = quoteMaker();
    for (const account of [one, one, other, { ...one, mode: 'live' as const }]) {
      await store.create(account, make(NOON));
    }

    const accounts = await createDynamoDbQuoteRecounts(table).accounts();

    expect(accounts).toHaveLength(3);
    expect(accounts).toEqual(expect.arrayContaining([one, other, { ...one, mode: 'live' }]));
    await table.stop();
  });
});
