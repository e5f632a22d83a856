import { describe, expect, it, jest } from '@jest/globals';
import { DIESEL_AREAS } from '../../../../shared/costs/diesel/diesel-prices.ts';
import { createRefreshingDiesel, type DieselTrouble } from '../../../../shared/costs/diesel/diesel-source.ts';
import { recordDiesel } from '../../../../shared/costs/diesel/record-diesel.ts';
import { dieselUnderTest } from '../../../support/in-memory-diesel.ts';

const REFRESH_MS = 60_000;
const START = Date.parse('2026-10-14T12:00:00Z');

/** A function's process over a book in memory, with a clock, and a table that can be broken. */
function processUnderTest() {
  const memory = dieselUnderTest();
  let time = START;
  let failure: Error | undefined;
  const troubles: DieselTrouble['kind'][] = [];
  const book = jest.fn(async () => {
    if (failure) throw failure;
    return memory.store.book();
  });
  const source = createRefreshingDiesel({
    shelf: { book },
    now: () => time,
    refreshAfterMs: REFRESH_MS,
    onTrouble: ({ kind }) => troubles.push(kind),
  });
  return {
    ...memory,
    book,
    troubles,
    priceOf: async (state: string, day: string) => (await source.current())(state, day),
    pass: (ms: number) => {
      time += ms;
    },
    fail: (error: Error | undefined) => {
      failure = error;
    },
    record: (week: string, price: number) =>
      recordDiesel(memory.store, () => DIESEL_AREAS.map((area) => ({ week, area, price })), {
        source: 'operator',
        recordedBy: 'pat',
        now: new Date(time),
        force: true,
      }),
  };
}

describe('the diesel prices in force', () => {
  it('are the bundled ones in a new table', async () => {
    const test = processUnderTest();

    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({
      pricePerGallon: 7.229,
      week: '2026-10-05',
    });
    expect(test.troubles).toEqual([]);
  });

  it('are the recorded ones over them, newer and corrected weeks alike', async () => {
    const test = processUnderTest();
    await test.record('2026-10-12', 6.5);
    await test.record('2026-09-28', 6.6);

    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 6.5, week: '2026-10-12' });
    expect(await test.priceOf('CA', '2026-10-06')).toMatchObject({
      pricePerGallon: 7.229,
      week: '2026-10-05',
    });
    expect(await test.priceOf('CA', '2026-10-01')).toMatchObject({ pricePerGallon: 6.6, week: '2026-09-28' });
  });

  it('cost a look a minute at most, and follow a change within two', async () => {
    const test = processUnderTest();
    await test.priceOf('CA', '2026-10-14');
    await test.record('2026-10-12', 6.5);
    for (let call = 0; call < 20; call++) await test.priceOf('CA', '2026-10-14');
    expect(test.book).toHaveBeenCalledTimes(1);

    test.pass(2 * REFRESH_MS);

    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 6.5 });
  });

  it.each([
    ['text', 'moved'],
    ['a later format', { format: 2, version: 9, weeks: [] }],
    ['a week without prices', { format: 1, version: 9, weeks: [{ week: '2026-10-12' }] }],
    [
      'a price out of all reason',
      {
        format: 1,
        version: 9,
        weeks: [
          {
            week: '2026-10-12',
            prices: Object.fromEntries(DIESEL_AREAS.map((area) => [area, 650])),
            source: '',
            recordedAt: '',
            recordedBy: '',
          },
        ],
      },
    ],
  ])('stay the last good ones where the book is %s, and that is told', async (_, book) => {
    const fresh = processUnderTest();
    fresh.setBook(book);
    expect(await fresh.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 7.229 });
    expect(fresh.troubles).toEqual(['broken']);

    const running = processUnderTest();
    await running.record('2026-10-12', 6.5);
    await running.priceOf('CA', '2026-10-14');
    running.setBook(book);
    running.pass(2 * REFRESH_MS);
    expect(await running.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 6.5 });
    expect(running.troubles).toEqual(['broken']);
  });

  it('stay the last good ones while the table cannot be read, and that is told', async () => {
    const test = processUnderTest();
    test.fail(new Error('AccessDenied'));
    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 7.229 });
    expect(test.troubles).toEqual(['unreadable']);

    test.fail(undefined);
    await test.record('2026-10-12', 6.5);
    test.pass(2 * REFRESH_MS);
    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 6.5 });
  });

  it('are told stale from the third week on, until a newer week is there', async () => {
    const test = processUnderTest();
    test.pass(5 * 86_400_000);
    await test.priceOf('CA', '2026-10-19');
    expect(test.troubles).toEqual([]);

    test.pass(86_400_000);
    await test.priceOf('CA', '2026-10-20');
    expect(test.troubles).toEqual(['stale']);

    await test.record('2026-10-19', 6.5);
    test.pass(2 * REFRESH_MS);
    await test.priceOf('CA', '2026-10-20');
    expect(test.troubles).toEqual(['stale']);
  });
});
