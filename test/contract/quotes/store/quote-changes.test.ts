import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbExpiryAnnouncements } from '../../../../shared/quotes/expiry/dynamodb-expiry-announcements.ts';
import {
  createDynamoDbQuoteChanges,
  headKey,
  IMPORTED_ATTRIBUTE,
} from '../../../../shared/quotes/store/dynamodb-quote-items.ts';
import { localTable, newAccount, quoteMaker, storeOn, type Table } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const AFTER_EXPIRY = new Date('2026-03-25T00:01:00.000Z');

describe('the changes of a quote', () => {
  let table: Table;
  beforeAll(async () => {
    table = await localTable();
  });
  afterAll(() => table.stop());

  it('are its creation, its conversion and its announced expiry', async () => {
    const store = storeOn(table, { now: NOON });
    const { changesOf } = createDynamoDbQuoteChanges(table);
    const account = newAccount();
    const make = quoteMaker();
    const [converted, expired] = [make(NOON), make(NOON)];
    for (const quote of [converted, expired]) await store.create(account, quote);
    expect(await changesOf(account, converted.quoteId)).toEqual({ createdAt: NOON.toISOString() });

    await store.convert(account, converted.quoteId);
    const { pk } = headKey(account, expired.quoteId);
    await createDynamoDbExpiryAnnouncements(table).announce({ pk }, AFTER_EXPIRY);

    expect(await changesOf(account, converted.quoteId)).toEqual({
      createdAt: NOON.toISOString(),
      convertedAt: NOON.toISOString(),
    });
    expect(await changesOf(account, expired.quoteId)).toEqual({
      createdAt: NOON.toISOString(),
      expiryAnnouncedAt: AFTER_EXPIRY.toISOString(),
    });
  });

  it('are its decline and the quote that supersedes it', async () => {
    const clock = { now: NOON };
    const store = storeOn(table, clock);
    const account = newAccount();
    const make = quoteMaker();
    const declined = make(NOON);
    const { quoteId } = declined;
    await store.create(account, declined);

    clock.now = new Date('2026-03-17T13:00:00.000Z');
    await store.decline(account, quoteId, { reason: 'price' });
    clock.now = new Date('2026-03-17T14:00:00.000Z');
    const { changesOf } = createDynamoDbQuoteChanges(table);
    const declinedAt = '2026-03-17T13:00:00.000Z';
    expect(await changesOf(account, quoteId)).toEqual({ createdAt: NOON.toISOString(), declinedAt });

    await store.create(account, { ...make(clock.now), revises: quoteId });
    expect(await changesOf(account, quoteId)).toEqual({
      createdAt: NOON.toISOString(),
      declinedAt,
      supersededAt: '2026-03-17T14:00:00.000Z',
    });
  });

  it('do not exist for another organization or mode, and after the quote was deleted', async () => {
    const store = storeOn(table, { now: NOON });
    const { changesOf } = createDynamoDbQuoteChanges(table);
    const account = newAccount();
    const { quoteId, ...quote } = quoteMaker()(NOON);
    await store.create(account, { quoteId, ...quote });

    expect(await changesOf(newAccount(), quoteId)).toBeUndefined();
    expect(await changesOf({ ...account, mode: 'live' }, quoteId)).toBeUndefined();
    await store.delete(account, quoteId);
    expect(await changesOf(account, quoteId)).toBeUndefined();
  });

  it('have no creation for an imported quote', async () => {
    const account = newAccount();
    const quote = quoteMaker()(NOON);
    await storeOn(table, { now: NOON }).create(account, quote);
    await table.client.send(
      new UpdateCommand({
        TableName: table.TableName,
        Key: headKey(account, quote.quoteId),
        UpdateExpression: 'SET #imported = :true',
        ExpressionAttributeNames: { '#imported': IMPORTED_ATTRIBUTE },
        ExpressionAttributeValues: { ':true': true },
      }),
    );

    expect(await createDynamoDbQuoteChanges(table).changesOf(account, quote.quoteId)).toEqual({});
  });
});
