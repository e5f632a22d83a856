import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokenDieselBookError, readDieselBook } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { DIESEL_AREAS } from '../../../../shared/costs/diesel/diesel-prices.ts';
import {
  createDynamoDbDieselStore,
  type DieselStore,
} from '../../../../shared/costs/diesel/dynamodb-diesel-store.ts';
import { rebuildDieselBook, recordDiesel } from '../../../../shared/costs/diesel/record-diesel.ts';
import { mondaysUpTo } from '../../../../shared/platform/time/utc-calendar.ts';
import { createMarketTable, startTestDynamoDb, type TestDynamoDb } from '../../../support/dynamodb-local.ts';
import { createInMemoryDieselStore } from '../../../support/in-memory-diesel.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

const NOW = new Date('2027-03-03T12:00:00Z');
const weekOf = (week: string, price: number) => DIESEL_AREAS.map((area) => ({ week, area, price }));
const recorder = (recordedBy: string) => ({ source: 'operator', recordedBy, now: NOW, force: false });

interface StoreUnderTest {
  readonly store: DieselStore;
  readonly setBook: (book: Record<string, unknown>) => Promise<void> | void;
}

let engine: TestDynamoDb;
let client: ReturnType<typeof localDocumentClient>;
beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const STORES: readonly (readonly [string, () => Promise<StoreUnderTest>])[] = [
  ['memory', async () => createInMemoryDieselStore()],
  [
    'DynamoDB',
    async () => {
      const TableName = await createMarketTable(engine.endpoint);
      return {
        store: createDynamoDbDieselStore(client, TableName),
        setBook: async (book) => {
          await client.send(new PutCommand({ TableName, Item: { pk: 'diesel', sk: 'book', ...book } }));
        },
      };
    },
  ],
];

describe.each(STORES)('recorded diesel prices in %s', (_, make) => {
  it('are empty in a new table', async () => {
    const { store } = await make();

    await expect(readDieselBook(store)).resolves.toBeUndefined();
    await expect(store.readChanges()).resolves.toEqual([]);
  });

  it('are read as recorded, with source and operator, and every change is stored', async () => {
    const { store } = await make();
    await recordDiesel(store, () => weekOf('2026-10-12', 6.123), recorder('pat'));
    await recordDiesel(store, () => [{ week: '2026-10-12', area: 'R50', price: 7 }], recorder('kim'));

    const book = await readDieselBook(store);

    expect(book).toMatchObject({
      version: 2,
      weeks: [{ week: '2026-10-12', prices: { NUS: 6.123, R50: 7 }, recordedBy: 'kim', source: 'operator' }],
    });
    expect(await store.readChanges()).toMatchObject([
      { version: 1, recordedBy: 'pat', corrections: [{ week: '2026-10-12', after: { R50: 6.123 } }] },
      { version: 2, recordedBy: 'kim', corrections: [{ before: { R50: 6.123 }, after: { R50: 7 } }] },
    ]);
  });

  it('contain every week of concurrent writers', async () => {
    const { store } = await make();
    const mondays = mondaysUpTo(NOW, 6);

    const recordings = await Promise.all(
      mondays.map((week) => recordDiesel(store, () => weekOf(week, 6.2), recorder(`writer of ${week}`))),
    );

    expect(recordings.map(({ outcome }) => outcome)).toEqual(mondays.map(() => 'recorded'));
    const book = await readDieselBook(store);
    expect(book?.version).toBe(mondays.length);
    expect(book?.weeks.map(({ week, recordedBy }) => [week, recordedBy])).toEqual(
      mondays.map((week) => [week, `writer of ${week}`]),
    );
  });

  it('are not replaced if another version is stored', async () => {
    const { store } = await make();
    const change = { version: 1, source: '', recordedAt: '', recordedBy: '', corrections: [] };
    await expect(store.replace({ version: 1, weeks: [] }, change)).resolves.toBe('replaced');

    await expect(store.replace({ version: 1, weeks: [] }, change)).resolves.toBe('outdated');
    const later = { ...change, version: 5 };
    await expect(store.replace({ version: 5, weeks: [] }, later)).resolves.toBe('outdated');
    expect(await store.readChanges()).toHaveLength(1);
  });

  it('are reported as broken and rebuilt from the changes', async () => {
    const { store, setBook } = await make();
    await recordDiesel(store, () => weekOf('2026-10-12', 6.1), recorder('pat'));
    await recordDiesel(store, () => weekOf('2026-10-19', 6.2), recorder('pat'));
    const good = await readDieselBook(store);
    await setBook({ format: 1, version: 2, weeks: [{ week: '2026-10-12', prices: { NUS: 'six' } }] });
    await expect(readDieselBook(store)).rejects.toThrow(BrokenDieselBookError);
    const more = recordDiesel(store, () => weekOf('2026-10-26', 6.3), recorder('pat'));
    await expect(more).rejects.toThrow(BrokenDieselBookError);

    await rebuildDieselBook(store, { recordedBy: 'pat', now: NOW });

    expect(await readDieselBook(store)).toEqual({ ...good, format: 1, version: 3 });
    await expect(
      recordDiesel(store, () => weekOf('2026-10-26', 6.3), recorder('pat')),
    ).resolves.toMatchObject({ outcome: 'recorded', version: 4 });
  });
});
