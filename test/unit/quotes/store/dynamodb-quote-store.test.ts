import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { ContendedWriteError } from '../../../../shared/platform/dynamodb/contended-write-error.ts';
import type { QuoteId } from '../../../../shared/quotes/record/quote-id.ts';
import type { QuoteStore } from '../../../../shared/quotes/record/quote-store.ts';
import { type Claim, newAccount, quoteAt, storeOn } from '../../../contract/quotes/quotes-under-test.ts';
import { createTableDouble } from '../../../support/table-double/table-double.ts';
import { cancelled } from '../../../support/table-double/writes.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const PRICE = { reason: 'price' } as const;

type Change = (store: QuoteStore<Claim>, account: Account, quoteId: QuoteId) => Promise<unknown>;

const convert: Change = async (store, account, quoteId) =>
  (await store.convert(account, quoteId, { orderReference: 'A' } as never)).outcome;
const decline: Change = async (store, account, quoteId) =>
  (await store.decline(account, quoteId, PRICE)).outcome;
const remove: Change = (store, account, quoteId) => store.delete(account, quoteId);

/** A quote, and a table whose next write another change of the quote precedes. */
async function quoteUnderTest() {
  const table = createTableDouble();
  const store = storeOn(table, { now: NOON });
  const account = newAccount();
  const { quoteId, ...quote } = quoteAt(NOON);
  await store.create(account, { quoteId, ...quote });
  const preceded = (change: Change) => {
    let isFirst = true;
    table.intercept(async (apply) => {
      if (isFirst) {
        isFirst = false;
        await change(store, account, quoteId);
      }
      return apply();
    });
  };
  return { table, store, account, quoteId, preceded };
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
    const { store, account, quoteId, preceded } = await quoteUnderTest();
    preceded(first);

    await expect(change(store, account, quoteId)).resolves.toBe(outcome);
    const { totalCount } = await store.list(account, {}, 1, 0);
    expect(totalCount).toBe(outcome === 'not-found' || outcome === 'deleted' ? 0 : 1);
  });
});

describe.each([
  ['conversion', convert],
  ['decline', decline],
  ['deletion', remove],
] as const)('a %s', (_name, change) => {
  it('that conflicts in each attempt changes nothing, and ends after one round', async () => {
    const { table, store, account, quoteId } = await quoteUnderTest();
    const tokens = new Set<string>();
    table.intercept(async (_apply, items) => {
      tokens.add(JSON.stringify(items.map((item) => Object.keys(item))));
      throw cancelled(['TransactionConflict']);
    });

    await expect(change(store, account, quoteId)).rejects.toThrow(ContendedWriteError);
    await expect(store.read(account, quoteId)).resolves.toMatchObject({ outcome: 'open' });
    expect(tokens.size).toBe(1);
  });

  it('whose condition fails each time ends with an error', async () => {
    const { table, store, account, quoteId } = await quoteUnderTest();
    let sent = 0;
    table.intercept(async () => {
      sent += 1;
      throw cancelled(['ConditionalCheckFailed']);
    });

    await expect(change(store, account, quoteId)).rejects.toThrow(ContendedWriteError);
    expect(sent).toBeGreaterThan(1);
    expect(sent).toBeLessThan(50);
  });

  it('that is applied without a response has its result', async () => {
    const { table, store, account, quoteId } = await quoteUnderTest();
    let sent = 0;
    table.intercept(async (apply) => {
      const result = apply();
      if (++sent === 1) throw Object.assign(new Error('injected'), { name: 'TimeoutError' });
      return result;
    });

    await expect(change(store, account, quoteId)).resolves.toMatch(/^(converted|declined|deleted)$/);
  });
});
