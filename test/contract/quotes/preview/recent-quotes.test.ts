import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { QuoteId } from '../../../../shared/quotes/record/stored-quote.ts';
import { createDynamoDbRecentQuotes } from '../../../../shared/quotes/store/dynamodb-quote-list.ts';
import { localTable, newAccount, quoteMaker, storeOn, type Table } from '../quotes-under-test.ts';

describe('the newest quotes in DynamoDB', () => {
  const clock = { now: new Date('2026-10-07T17:00:00Z') };
  const sent: string[] = [];
  let table: Table;
  beforeAll(async () => {
    table = await localTable((client) =>
      client.middlewareStack.add(
        (next, context) => async (args) => {
          sent.push(String(context.commandName));
          return next(args);
        },
        { step: 'initialize', name: 'watch' },
      ),
    );
  });
  afterAll(() => table.stop());
  beforeEach(() => {
    clock.now = new Date('2026-10-07T17:00:00Z');
  });

  /** Creates quotes an hour apart; the detail of each names its position. */
  const create = async (count: number, account = newAccount()) => {
    const [make, store] = [quoteMaker(), storeOn(table, clock)];
    const ids: QuoteId[] = [];
    // One after the other: concurrent creations of an account conflict, and conflicts take most of the time.
    for (let at = 0; at < count; at++) {
      const quote = make(new Date(Date.parse('2026-09-01T00:00:00Z') + at * 3_600_000), 1 + (at % 90));
      await store.create(account, { ...quote, detail: { at } });
      ids.push(quote.quoteId);
    }
    return { account, store, ids };
  };
  const recent = (
    account: Parameters<ReturnType<typeof createDynamoDbRecentQuotes>['recent']>[0],
    limit: number,
  ) => createDynamoDbRecentQuotes(table, () => clock.now).recent(account, limit);

  it('are returned with their details, newest first, in any status', async () => {
    const { account, store, ids } = await create(12);
    clock.now = new Date('2026-09-01T12:00:00Z');
    await store.convert(account, ids[3] as QuoteId);
    clock.now = new Date('2026-09-05T00:00:00Z');

    const found = await recent(account, 100);
    expect(found.map(({ detail }) => detail)).toEqual(ids.map((_, at) => ({ at })).toReversed());
    expect(new Set(found.map(({ row }) => row.status))).toEqual(new Set(['active', 'expired', 'converted']));
    expect(found[0]?.row).toMatchObject({ quoteId: ids[11], totalCents: 123_456, origin: 'Los Angeles, CA' });
    expect((await recent(account, 5)).map(({ row }) => row.quoteId)).toEqual(ids.slice(-5).toReversed());
  });

  it('are those of one account, without deleted ones', async () => {
    const { account, store, ids } = await create(3);
    const other = await create(2, { ...account, mode: 'live' });
    await store.delete(account, ids[1] as QuoteId);

    expect((await recent(account, 10)).map(({ row }) => row.quoteId)).toEqual([ids[2], ids[0]]);
    expect(await recent(other.account, 10)).toHaveLength(2);
    expect(await recent(newAccount(), 10)).toEqual([]);
  });

  it('are read with one batch of details, also 100 of them', async () => {
    const { account } = await create(101);
    sent.length = 0;
    expect(await recent(account, 100)).toHaveLength(100);
    expect(sent.filter((command) => command.startsWith('BatchGet'))).toHaveLength(1);
    // A query for the counts, one for converted quotes, and three for each validity in days among the listed quotes.
    expect(sent.length).toBeLessThanOrEqual(1 + 1 + 1 + 3 * 92);
  });
});
