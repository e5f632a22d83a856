import { afterEach, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { announceExpiries } from '../../../../shared/quotes/expiry/announce-expiries.ts';
import { createDynamoDbExpiryAnnouncements } from '../../../../shared/quotes/expiry/dynamodb-expiry-announcements.ts';
import type { NewQuote } from '../../../../shared/quotes/record/stored-quote.ts';
import { localTable, newAccount, quoteMaker, storeOn } from '../quotes-under-test.ts';

const START = new Date('2026-03-17T12:00:00.000Z');
const later = (days: number) => new Date(START.getTime() + days * 86_400_000);

async function underTest() {
  const table = await localTable();
  const clock = { now: START };
  const store = storeOn(table, clock);
  const make = quoteMaker();
  const expiries = createDynamoDbExpiryAnnouncements(table);
  // As after earlier sweeps; the first sweep ever would cover half a year.
  await expiries.setDoneThrough('2026-03-14');
  return {
    table,
    clock,
    store,
    expiries,
    create: async (account: Account, validityDays: number): Promise<NewQuote['quoteId']> => {
      const quote = make(clock.now, validityDays);
      await store.create(account, quote);
      return quote.quoteId;
    },
    /** `checks`: after this many checks of the remaining time, the time is up. */
    sweep: (checks = Number.POSITIVE_INFINITY) => {
      let checked = 0;
      return announceExpiries({
        expiries,
        now: () => clock.now,
        remainingMs: () => (checked++ < checks ? 60_000 : 0),
        pause: async () => undefined,
        perSecond: 1_000,
      });
    },
  };
}

describe('the sweep of expiries', () => {
  let stop = async (): Promise<void> => undefined;
  afterEach(() => stop());
  const begin = async () => {
    const test = await underTest();
    stop = test.table.stop;
    return test;
  };

  it('announces every expired quote once, and no other', async () => {
    const { clock, store, create, sweep } = await begin();
    const [one, other] = [newAccount(), newAccount()];
    await create(one, 0);
    await create(other, 2);
    const converted = await create(one, 2);
    const deleted = await create(one, 2);
    const open = await create(one, 3);
    await store.convert(one, converted);
    await store.delete(one, deleted);

    await expect(sweep()).resolves.toEqual({ announced: 0, finished: true });
    clock.now = new Date('2026-03-19T23:59:59.999Z');
    await expect(sweep()).resolves.toEqual({ announced: 1, finished: true });
    clock.now = new Date('2026-03-20T00:00:00.000Z');
    await expect(sweep()).resolves.toEqual({ announced: 1, finished: true });
    await expect(sweep()).resolves.toEqual({ announced: 0, finished: true });
    await expect(store.read(one, open)).resolves.toMatchObject({ status: 'active' });
    await expect(store.read(one, converted)).resolves.toMatchObject({ status: 'converted' });
  });

  it('announces no quote that was declined after the sweep found it', async () => {
    const { store, create, expiries } = await begin();
    const account = newAccount();
    const quoteId = await create(account, 0);
    const announced: boolean[] = [];
    for await (const group of expiries.unannounced('2026-03-17')) {
      await store.decline(account, quoteId, { reason: 'price' });
      for (const quote of group) announced.push(await expiries.announce(quote, later(1)));
    }

    expect(announced).toEqual([false]);
  });

  it('catches up after weeks without a sweep, for every day', async () => {
    const { clock, create, sweep, expiries } = await begin();
    const account = newAccount();
    await sweep();
    for (const validityDays of [0, 1, 20, 40, 90]) await create(account, validityDays);
    clock.now = later(60);

    await expect(sweep()).resolves.toEqual({ announced: 4, finished: true });
    await expect(expiries.doneThrough()).resolves.toBe('2026-05-13');
    clock.now = later(91);
    await expect(sweep()).resolves.toEqual({ announced: 1, finished: true });
  });

  it('continues after its time is up, for quotes of many days', async () => {
    const { clock, create, sweep } = await begin();
    const account = newAccount();
    await sweep();
    for (let count = 0; count < 12; count++) await create(account, count % 3);
    clock.now = later(5);

    const swept = [];
    while (swept.at(-1)?.finished !== true && swept.length < 20) swept.push(await sweep(4));

    expect(swept.length).toBeGreaterThan(2);
    expect(swept.at(-1)).toMatchObject({ finished: true });
    expect(swept.reduce((sum, { announced }) => sum + announced, 0)).toBe(12);
    await expect(sweep()).resolves.toEqual({ announced: 0, finished: true });
  });

  it('announces each quote once with two concurrent sweeps', async () => {
    const { clock, create, sweep } = await begin();
    const account = newAccount();
    for (let count = 0; count < 20; count++) await create(account, 1);
    clock.now = later(2);

    const swept = await Promise.all([sweep(), sweep()]);

    expect(swept.reduce((sum, { announced }) => sum + announced, 0)).toBe(20);
  });
});

describe('a conversion during the announcement', () => {
  it('is rejected if the expiry is announced between its read and its write', async () => {
    const { table, clock, store, create, sweep } = await underTest();
    const account = newAccount();
    const quoteId = await create(account, 0);
    // The conversion's clock is slow, so that the quote is active when it is read.
    const slow = { now: clock.now };
    clock.now = later(2);
    let announced = false;
    const client = new Proxy(table.client, {
      get: (target, name) =>
        name === 'send'
          ? async (...sent: Parameters<typeof target.send>) => {
              const answer = await target.send(...sent);
              if (!announced) {
                announced = true;
                await expect(sweep()).resolves.toEqual({ announced: 1, finished: true });
              }
              return answer;
            }
          : Reflect.get(target, name),
    });

    const converting = storeOn({ client, TableName: table.TableName }, slow);
    await expect(converting.convert(account, quoteId)).resolves.toEqual({ outcome: 'expired' });
    await expect(store.read(account, quoteId)).resolves.toMatchObject({ status: 'expired' });
    await table.stop();
  });
});
