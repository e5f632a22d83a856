import { describe, expect, it } from 'vitest';
import {
  createDynamoDbQuoteMeter,
  readMetered,
} from '../../../../shared/accounts/usage/dynamodb-quote-meter.ts';
import { ContendedWriteError } from '../../../../shared/platform/dynamodb/contended-write-error.ts';
import { createDynamoDbQuoteStore } from '../../../../shared/quotes/store/dynamodb-quote-store.ts';
import { newAccount, quoteAt, quoteMaker, storeOn } from '../../../contract/quotes/quotes-under-test.ts';
import { createTableDouble } from '../../../support/table-double/table-double.ts';
import { cancelled } from '../../../support/table-double/writes.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const MONTH = '2026-03';

function underTest() {
  const table = createTableDouble();
  const meter = createDynamoDbQuoteMeter(table.client, 'usage');
  const store = storeOn(table, { now: NOON }, meter);
  const account = newAccount();
  return {
    ...{ table, store, account },
    counts: async () => [
      await readMetered(meter, account, MONTH),
      (await store.list(account, {}, 1, 0)).totalCount,
    ],
  };
}

describe('the creation of a quote', () => {
  it('counts it in its month, and returns the count only with a limit', async () => {
    const { store, account, counts } = underTest();

    await expect(store.create(account, quoteAt(NOON))).resolves.toEqual({ outcome: 'created' });
    await expect(store.create(account, quoteAt(NOON), undefined, 3)).resolves.toEqual({
      outcome: 'created',
      used: 2,
    });
    await expect(store.create(account, quoteAt(NOON), undefined, 3)).resolves.toEqual({
      outcome: 'created',
      used: 3,
    });
    await expect(store.create(account, quoteAt(NOON), undefined, 3)).resolves.toEqual({
      outcome: 'over-limit',
      used: 3,
    });
    expect(await counts()).toEqual([3, 3]);
  });

  it('uses every place below the limit, whichever shard of the count is chosen', async () => {
    const { store, account, counts } = underTest();
    const outcomes = [];
    for (let made = 0; made < 40; made++) {
      outcomes.push((await store.create(account, quoteAt(NOON), undefined, 33)).outcome);
    }
    expect(outcomes).toEqual(outcomes.map((_, index) => (index < 33 ? 'created' : 'over-limit')));
    expect(await counts()).toEqual([33, 33]);
  });

  it('checks the extra write before the limit', async () => {
    const { store, account } = underTest();
    const claim = { key: 'one' };
    await store.create(account, quoteAt(NOON), claim, 1);

    await expect(store.create(account, quoteAt(NOON), claim, 1)).resolves.toEqual({
      outcome: 'extra-write-rejected',
    });
    await expect(store.create(account, quoteAt(NOON), { key: 'two' }, 1)).resolves.toEqual({
      outcome: 'over-limit',
      used: 1,
    });
    await expect(store.create(account, quoteAt(NOON), { key: 'two' }, 2)).resolves.toMatchObject({
      outcome: 'created',
    });
  });

  it('rejects the extra write of a revision, whether quotes are counted or not', async () => {
    const { table, store, account } = underTest();
    const made = quoteMaker();
    const [first, next] = [made(NOON), made(NOON)];
    await store.create(account, first, { key: 'one' });
    for (const each of [store, storeOn(table, { now: NOON })]) {
      await expect(
        each.create(account, { ...next, revises: first.quoteId }, { key: 'one' }),
      ).resolves.toEqual({ outcome: 'extra-write-rejected' });
    }
    await expect(store.read(account, first.quoteId)).resolves.toMatchObject({ outcome: 'open' });
  });

  it('is not possible with an id that another quote has, or with an extra write that the store cannot compose', async () => {
    const { table, store, account, counts } = underTest();
    const quote = quoteAt(NOON);
    await store.create(account, quote);

    await expect(store.create(account, quote)).rejects.toThrow(`quote ${quote.quoteId} already exists`);
    const plain = createDynamoDbQuoteStore<string>({ ...table, now: () => NOON });
    await expect(plain.create(account, quoteAt(NOON), 'extra')).rejects.toThrow(
      'the store was created without composeExtraWrite',
    );
    expect(await counts()).toEqual([1, 1]);
  });

  it('is planned again if the revised quote gets a decision meanwhile', async () => {
    const { table, store, account } = underTest();
    const made = quoteMaker();
    const [first, next] = [made(NOON), made(NOON)];
    await store.create(account, first);
    let isFirst = true;
    table.intercept(async (apply) => {
      if (isFirst) {
        isFirst = false;
        await store.convert(account, first.quoteId);
      }
      return apply();
    });

    await expect(store.create(account, { ...next, revises: first.quoteId })).resolves.toEqual({
      outcome: 'not-revisable',
      reason: { outcome: 'already-converted' },
    });
    await expect(store.read(account, next.quoteId)).resolves.toBeUndefined();
  });

  it('that is applied without a response is a creation, and one that conflicts each time is none', async () => {
    const { table, store, account, counts } = underTest();
    let sent = 0;
    table.intercept(async (apply) => {
      const result = apply();
      if (++sent === 1) throw Object.assign(new Error('injected'), { name: 'TimeoutError' });
      return result;
    });
    await expect(store.create(account, quoteAt(NOON), { key: 'one' })).resolves.toEqual({
      outcome: 'created',
    });
    expect(await counts()).toEqual([1, 1]);

    table.intercept(async () => {
      throw cancelled(['TransactionConflict']);
    });
    await expect(store.create(account, quoteAt(NOON))).rejects.toThrow(ContendedWriteError);
    expect(await counts()).toEqual([1, 1]);
  });
});
