import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { countItemKey } from '../../../../shared/quotes/counts/dynamodb-day-counts.ts';
import {
  accountList,
  customerList,
  type QuoteList,
} from '../../../../shared/quotes/counts/list-partition.ts';
import { createDynamoDbQuoteRecounts } from '../../../../shared/quotes/store/dynamodb-quote-recount.ts';
import { localTable, newAccount, quoteMaker, storeOn, type Table } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');

let table: Table;
beforeAll(async () => {
  table = await localTable();
});
afterAll(() => table.stop());

const recountsOn = (client = table.client, pause: (ms: number) => Promise<void> = async () => undefined) =>
  createDynamoDbQuoteRecounts({ ...table, client, pause });

async function accountWithQuotes(): Promise<Account> {
  const store = storeOn(table, { now: NOON });
  const account = newAccount();
  const make = quoteMaker();
  for (const minutes of [60 * 24 * 40, 60, 55, 0]) {
    const quote = make(new Date(NOON.getTime() - minutes * 60_000), 30);
    await store.create(account, quote);
    if (minutes === 55) await store.convert(account, quote.quoteId);
  }
  return account;
}

/** Adds to a count of a shard; each write raises the revision of its item. */
const damage = (list: QuoteList, name: string, by: number, shard = 3) =>
  table.client.send(
    new UpdateCommand({
      TableName: table.TableName,
      Key: countItemKey(list, '2026-03', shard),
      UpdateExpression: 'ADD #cell :by, #rev :one',
      ExpressionAttributeNames: { '#cell': name, '#rev': 'rev' },
      ExpressionAttributeValues: { ':by': by, ':one': 1 },
    }),
  );

describe('a recount', () => {
  it('finds no differences if counts are right', async () => {
    const account = await accountWithQuotes();

    await expect(recountsOn().recount(account, false)).resolves.toEqual({ quotes: 4, differences: [] });
    await expect(recountsOn().recount(newAccount(), true)).resolves.toEqual({ quotes: 0, differences: [] });
  });

  it('reports differences, also of a customer, and fixes them only on request', async () => {
    const account = await accountWithQuotes();
    await damage(accountList(account), '17.30', 5);
    await damage(accountList(account), '17.c', -1);
    await damage(accountList(account), '16.7', 1);
    await damage(customerList(account, 'MÜLLER & söhne '), '17.30', 4);
    const store = storeOn(table, { now: NOON });

    const shown = await recountsOn().recount(account, false);

    expect(shown.differences).toHaveLength(4);
    expect(shown.differences).toEqual(
      expect.arrayContaining([
        { day: '2026-03-17', partition: '30', stored: 7, counted: 2 },
        { day: '2026-03-17', partition: 'c', stored: 0, counted: 1 },
        { day: '2026-03-16', partition: '7', stored: 1, counted: 0 },
        { day: '2026-03-17', partition: '30', stored: 6, counted: 2, customer: 'Müller & Söhne' },
      ]),
    );
    expect((await store.list(account, {}, 20, 0)).totalCount).toBe(9);
    await expect(recountsOn().recount(account, false)).resolves.toEqual(shown);

    await expect(recountsOn().recount(account, true)).resolves.toMatchObject({ quotes: 4 });

    await expect(recountsOn().recount(account, false)).resolves.toEqual({ quotes: 4, differences: [] });
    const { rows, totalCount } = await store.list(account, {}, 20, 0);
    expect({ rows: rows.length, totalCount }).toEqual({ rows: 4, totalCount: 4 });
  });

  it('corrects a count once if two run at the same time', async () => {
    const account = await accountWithQuotes();
    await damage(accountList(account), '17.30', 7);
    await Promise.all([1, 2, 3].map(() => recountsOn().recount(account, true)));
    await expect(recountsOn().recount(account, false)).resolves.toEqual({ quotes: 4, differences: [] });
  });

  it('finds no differences in concurrent changes, and fixes counts during them', async () => {
    const account = await accountWithQuotes();
    await damage(accountList(account), '17.30', 7);
    const store = storeOn(table, { now: NOON });
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
          if (made % 8 === 7) await new Promise((resolve) => setTimeout(resolve, 60));
        }
        return made;
      })(),
      recountsOn(table.client, (ms) => new Promise((resolve) => setTimeout(resolve, ms))).recount(
        account,
        true,
      ),
    ]);

    expect(callers).toBe(24);
    await expect(recountsOn().recount(account, false)).resolves.toEqual({ quotes: 22, differences: [] });
    expect((await store.list(account, {}, 20, 0)).totalCount).toBe(22);
  });
});

describe('a recount with concurrent writes', () => {
  it('compares a month again, after growing pauses, until no call wrote to it meanwhile', async () => {
    const account = newAccount();
    await storeOn(table, { now: NOON }).create(account, quoteMaker()(NOON, 30));
    await damage(accountList(account), '17.30', 1);
    let reads = 0;
    const client = new Proxy(table.client, {
      get: (target, name) =>
        name === 'send'
          ? async (command: object) => {
              const values = command instanceof QueryCommand ? command.input.ExpressionAttributeValues : {};
              // Each comparison reads the month before and after it reads the rows.
              const isWritten = values?.[':from'] === '2026-03' && [2, 4].includes(++reads);
              if (isWritten) await damage(accountList(account), '17.30', 0, 5);
              return target.send(command as never);
            }
          : Reflect.get(target, name),
    });
    const pauses: number[] = [];

    const { differences } = await recountsOn(client, async (ms) => void pauses.push(ms)).recount(
      account,
      true,
    );

    expect(differences).toEqual([{ day: '2026-03-17', partition: '30', stored: 2, counted: 1 }]);
    expect(pauses).toEqual([20, 40]);
    expect((await recountsOn().recount(account, false)).differences).toEqual([]);
  });
});

describe('accounts with quotes', () => {
  it('are found, each once', async () => {
    const own = await localTable();
    const store = storeOn(own, { now: NOON });
    const [one, other] = [newAccount(), newAccount()];
    const make = quoteMaker();
    for (const account of [one, one, other, { ...one, mode: 'live' as const }]) {
      await store.create(account, make(NOON));
    }

    const accounts = await createDynamoDbQuoteRecounts(own).accounts();

    expect(accounts).toHaveLength(3);
    expect(accounts).toEqual(expect.arrayContaining([one, other, { ...one, mode: 'live' }]));
    await own.stop();
  });
});
