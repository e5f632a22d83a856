import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbQuoteCopies } from '../../../../shared/quotes/store/dynamodb-quote-copies.ts';
import {
  createDynamoDbQuoteChanges,
  detailKey,
  headKey,
} from '../../../../shared/quotes/store/dynamodb-quote-items.ts';
import { createDynamoDbQuoteRecounts } from '../../../../shared/quotes/store/dynamodb-quote-recount.ts';
import {
  type LocalTable,
  localTable,
  newAccount,
  quoteMaker,
  storeOn,
  type Table,
} from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const RESTORED_AT = new Date('2026-03-18T12:00:00.000Z');

describe('a copy of a quote from a restored table', () => {
  let live: LocalTable;
  let restored: Omit<Table, 'stop'>;
  beforeAll(async () => {
    live = await localTable();
    restored = await live.createTable();
  });
  afterAll(() => live.stop());

  const parts = () => ({
    store: storeOn(live, { now: NOON }),
    restoredStore: storeOn(restored, { now: NOON }),
    copies: createDynamoDbQuoteCopies({ ...live, now: () => RESTORED_AT }),
  });

  it('is read, listed and counted as the quote was, whether it is open or converted', async () => {
    const { store, restoredStore, copies } = parts();
    const account = newAccount();
    const make = quoteMaker();
    const [open, converted] = [make(NOON, 7), make(NOON, 21)];
    for (const quote of [open, converted]) await restoredStore.create(account, quote);
    await restoredStore.convert(account, converted.quoteId);

    for (const { quoteId } of [open, converted]) {
      await expect(copies.copy(account, quoteId, restored.TableName)).resolves.toBe('copied');
    }
    await expect(createDynamoDbQuoteRecounts(live).recount(account, false)).resolves.toEqual({
      quotes: 2,
      differences: [],
    });

    for (const { quoteId } of [open, converted]) {
      expect(await store.read(account, quoteId)).toEqual(await restoredStore.read(account, quoteId));
    }
    expect(await store.list(account, {}, 20, 0)).toEqual(await restoredStore.list(account, {}, 20, 0));
  });

  it('has the mark of an import, so that its creation is not published again', async () => {
    const { restoredStore, copies } = parts();
    const account = newAccount();
    const quote = quoteMaker()(NOON);
    await restoredStore.create(account, quote);

    await copies.copy(account, quote.quoteId, restored.TableName);

    const { Item } = await live.client.send(
      new GetCommand({ TableName: live.TableName, Key: headKey(account, quote.quoteId) }),
    );
    expect(Item).toMatchObject({ imported: true, restoredAt: RESTORED_AT.toISOString() });
    const changes = await createDynamoDbQuoteChanges(live).changesOf(account, quote.quoteId);
    expect(changes).toEqual({ restoredAt: RESTORED_AT.toISOString() });
  });

  it('changes nothing if the service has the quote, or if the restored table does not have it', async () => {
    const { store, restoredStore, copies } = parts();
    const account = newAccount();
    const quote = quoteMaker()(NOON);
    await expect(copies.copy(account, quote.quoteId, restored.TableName)).resolves.toBe('absent');
    for (const each of [store, restoredStore]) await each.create(account, quote);
    await store.convert(account, quote.quoteId);

    await expect(copies.copy(account, quote.quoteId, restored.TableName)).resolves.toBe('present');

    await expect(store.read(account, quote.quoteId)).resolves.toMatchObject({ status: 'converted' });
    await expect(copies.copy(newAccount(), quote.quoteId, restored.TableName)).resolves.toBe('absent');
  });

  it.each([
    ['main item', headKey],
    ['detail', detailKey],
  ] as const)('does not exist without the %s in the restored table', async (_part, keyOf) => {
    const { store, restoredStore, copies } = parts();
    const account = newAccount();
    const quote = quoteMaker()(NOON);
    await restoredStore.create(account, quote);
    const Key = keyOf(account, quote.quoteId);
    await restored.client.send(new DeleteCommand({ TableName: restored.TableName, Key }));

    await expect(copies.copy(account, quote.quoteId, restored.TableName)).resolves.toBe('absent');
    await expect(store.read(account, quote.quoteId)).resolves.toBeUndefined();
  });
});
