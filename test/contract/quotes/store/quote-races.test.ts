import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDynamoDbQuoteMeter,
  readMetered,
} from '../../../../shared/accounts/usage/dynamodb-quote-meter.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { ContendedWriteError } from '../../../../shared/platform/dynamodb/contended-write-error.ts';
import type { QuoteId } from '../../../../shared/quotes/record/stored-quote.ts';
import { cancelled } from '../../../support/cancelled-transaction.ts';
import { createUsageTable } from '../../../support/dynamodb-local.ts';
import type { QuoteStore } from '../../../support/in-memory-quote-store.ts';
import {
  answerOf,
  interceptedTable,
  newAccount,
  quoteAt,
  quoteMaker,
  storeOn,
} from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const MONTH = '2026-03';

let table: Awaited<ReturnType<typeof interceptedTable>>;
let usageTable: string;
beforeAll(async () => {
  table = await interceptedTable();
  usageTable = await createUsageTable(table.endpoint);
});
afterEach(() => table.intercept((apply) => apply()));
afterAll(() => table.stop());

/** Makes another change precede the next write. */
function before(change: () => Promise<unknown>) {
  let isFirst = true;
  table.intercept(async (apply) => {
    if (isFirst) {
      isFirst = false;
      await change();
    }
    return apply();
  });
}

function underTest() {
  const meter = createDynamoDbQuoteMeter(table.client, usageTable);
  const store = storeOn(table, { now: NOON }, meter);
  const account = newAccount();
  return {
    ...{ store, account },
    counts: async () => [
      await readMetered(meter, account, MONTH),
      (await store.list(account, {}, 1, 0)).totalCount,
    ],
  };
}

describe('the creation of a quote', () => {
  it('uses every place below the limit, whichever shard of the count is chosen', async () => {
    const { store, account, counts } = underTest();
    const limit = 33;
    await expect(store.create(account, quoteAt(NOON))).resolves.toEqual({ outcome: 'created' });
    for (let used = 2; used <= limit; used++) {
      const created = await store.create(account, quoteAt(NOON), undefined, limit);
      expect(created).toEqual({ outcome: 'created', used });
    }
    await expect(store.create(account, quoteAt(NOON), undefined, limit)).resolves.toEqual({
      outcome: 'over-limit',
      used: limit,
    });
    expect(await counts()).toEqual([limit, limit]);
  });

  it('is a success if its response is lost and the repeated request is rejected', async () => {
    const { store, account, counts } = underTest();
    table.intercept(async (apply) => {
      await apply();
      throw cancelled(['None', 'ConditionalCheckFailed']);
    });
    await expect(store.create(account, quoteAt(NOON))).resolves.toEqual({ outcome: 'created' });
    expect(await counts()).toEqual([1, 1]);
  });

  it('checks the key of a revision', async () => {
    const { store, account } = underTest();
    const made = quoteMaker();
    const [first, next] = [made(NOON), made(NOON)];
    const answer = answerOf('one');
    await store.create(account, first, answer);

    const revision = { ...next, revises: first.quoteId };
    expect(await store.create(account, revision, answer)).toEqual({ outcome: 'answered' });
    expect(await store.read(account, first.quoteId)).toMatchObject({ outcome: 'open' });
  });

  it('is planned again if the revised quote gets a decision meanwhile', async () => {
    const { store, account } = underTest();
    const made = quoteMaker();
    const [first, next] = [made(NOON), made(NOON)];
    await store.create(account, first);
    before(() => store.convert(account, first.quoteId));

    expect(await store.create(account, { ...next, revises: first.quoteId })).toEqual({
      outcome: 'not-revisable',
      reason: { outcome: 'already-converted' },
    });
    expect(await store.read(account, next.quoteId)).toBeUndefined();
  });

  it('is not possible with an id that another quote has', async () => {
    const { store, account, counts } = underTest();
    const quote = quoteAt(NOON);
    await store.create(account, quote);

    await expect(store.create(account, quote)).rejects.toThrow(`quote ${quote.quoteId} already exists`);
    expect(await counts()).toEqual([1, 1]);
  });
});

const PRICE = { reason: 'price' } as const;

type Change = (store: QuoteStore, account: Account, quoteId: QuoteId) => Promise<unknown>;

const convert: Change = async (store, account, quoteId) =>
  (await store.convert(account, quoteId, { orderReference: 'A' } as never)).outcome;

const decline: Change = async (store, account, quoteId) =>
  (await store.decline(account, quoteId, PRICE)).outcome;

const remove: Change = (store, account, quoteId) => store.delete(account, quoteId);

async function quoteUnderTest() {
  const store = storeOn(table, { now: NOON });
  const account = newAccount();
  const quote = quoteAt(NOON);
  await store.create(account, quote);
  return { store, account, quoteId: quote.quoteId };
}

describe('a change of a quote that another change precedes', () => {
  it.each([
    ['a conversion', convert, decline, 'already-declined'],
    ['a conversion', convert, remove, 'not-found'],
    ['a decline', decline, convert, 'already-converted'],
    ['a decline', decline, remove, 'not-found'],
    ['a deletion', remove, convert, 'deleted'],
    ['a deletion', remove, remove, 'not-found'],
  ] as const)('is planned again: %s', async (_name, change, first, outcome) => {
    const { store, account, quoteId } = await quoteUnderTest();
    before(() => first(store, account, quoteId));

    await expect(change(store, account, quoteId)).resolves.toBe(outcome);
    const { totalCount } = await store.list(account, {}, 1, 0);
    expect(totalCount).toBe(outcome === 'not-found' || outcome === 'deleted' ? 0 : 1);
  });
});

it.each([
  ['conversion', convert],
  ['decline', decline],
  ['deletion', remove],
] as const)('a %s that conflicts in each attempt changes nothing', async (_name, change) => {
  const { store, account, quoteId } = await quoteUnderTest();
  let sent = 0;
  table.intercept(async () => {
    sent += 1;
    throw cancelled(['ConditionalCheckFailed']);
  });

  await expect(change(store, account, quoteId)).rejects.toThrow(ContendedWriteError);
  expect(await store.read(account, quoteId)).toMatchObject({ outcome: 'open' });
  expect(sent).toBeGreaterThan(1);
  expect(sent).toBeLessThan(50);
});
