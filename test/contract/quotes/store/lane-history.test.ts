import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDynamoDbLaneHistory } from '../../../../shared/quotes/store/dynamodb-lane-history.ts';
import { localTable, newAccount, quoteMaker, storeOn, type Table } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
let table: Table;
beforeAll(async () => {
  table = await localTable();
});
afterAll(() => table.stop());

it('a quote is in both areas of its lane, with its outcome, until it is deleted', async () => {
  const [account, make, store] = [newAccount(), quoteMaker(), storeOn(table, { now: NOON })];
  const ofPort = { laneArea: 'new york, ny to 181' };
  const quote = { ...make(NOON), ...ofPort, requestedArea: '071 to 181' };
  const { requestedArea: _, ...other } = { ...make(NOON), ...ofPort };
  for (const each of [quote, other]) await store.create(account, each);
  await store.decline(account, quote.quoteId, { reason: 'price' });

  const readLanes = createDynamoDbLaneHistory(table.client, table.TableName);
  const outcomesOf = async (area: string) =>
    (await readLanes(account, [area], '2026-03-17')).quotes.map(({ outcome }) => outcome);
  expect(await outcomesOf(quote.laneArea)).toEqual(['open', 'lost']);
  expect(await outcomesOf(quote.requestedArea)).toEqual(['lost']);
  await store.delete(account, quote.quoteId);
  expect(await outcomesOf(quote.laneArea)).toEqual(['open']);
  expect(await outcomesOf(quote.requestedArea)).toEqual([]);
});
