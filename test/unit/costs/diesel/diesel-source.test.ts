import { describe, expect, it, vi } from 'vitest';
import { DIESEL_AREAS } from '../../../../shared/costs/diesel/diesel-prices.ts';
import { createDieselSource, type DieselProblem } from '../../../../shared/costs/diesel/diesel-source.ts';
import { recordDiesel } from '../../../../shared/costs/diesel/record-diesel.ts';
import { createInMemoryDieselStore } from '../../../support/in-memory-diesel.ts';

const REFRESH_MS = 60_000;
const START = Date.parse('2026-10-14T12:00:00Z');

/** A diesel source on a store in memory, with a test clock and injectable read failures. */
function processUnderTest() {
  const memory = createInMemoryDieselStore();
  let time = START;
  let failure: Error | undefined;
  const problems: DieselProblem['kind'][] = [];
  const readBook = vi.fn(async () => {
    if (failure) throw failure;
    return memory.store.readBook();
  });
  const source = createDieselSource({
    reader: { readBook },
    now: () => time,
    refreshAfterMs: REFRESH_MS,
    onProblem: ({ kind }) => problems.push(kind),
  });
  return {
    ...memory,
    readBook,
    problems,
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

describe('the current diesel prices', () => {
  it('are the bundled prices if the table is new', async () => {
    const test = processUnderTest();

    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({
      pricePerGallon: 7.229,
      week: '2026-10-05',
    });
    expect(test.problems).toEqual([]);
  });

  it('include recorded weeks, both new and corrected ones', async () => {
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

  it('are read at most once a minute, and show a change within two minutes', async () => {
    const test = processUnderTest();
    await test.priceOf('CA', '2026-10-14');
    await test.record('2026-10-12', 6.5);
    for (let call = 0; call < 20; call++) await test.priceOf('CA', '2026-10-14');
    expect(test.readBook).toHaveBeenCalledTimes(1);

    test.pass(2 * REFRESH_MS);

    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 6.5 });
  });

  it.each([
    ['text', 'moved'],
    ['a later format', { format: 2, version: 9, weeks: [] }],
    ['a week without prices', { format: 1, version: 9, weeks: [{ week: '2026-10-12' }] }],
    [
      'an implausible price',
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
  ])('stay at the last valid prices and report a problem if the book is %s', async (_, book) => {
    const fresh = processUnderTest();
    fresh.setBook(book);
    expect(await fresh.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 7.229 });
    expect(fresh.problems).toEqual(['broken']);

    const running = processUnderTest();
    await running.record('2026-10-12', 6.5);
    await running.priceOf('CA', '2026-10-14');
    running.setBook(book);
    running.pass(2 * REFRESH_MS);
    expect(await running.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 6.5 });
    expect(running.problems).toEqual(['broken']);
  });

  it('stay at the last valid prices and report a problem while the table is unreadable', async () => {
    const test = processUnderTest();
    test.fail(new Error('AccessDenied'));
    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 7.229 });
    expect(test.problems).toEqual(['unreadable']);

    test.fail(undefined);
    await test.record('2026-10-12', 6.5);
    test.pass(2 * REFRESH_MS);
    expect(await test.priceOf('CA', '2026-10-14')).toMatchObject({ pricePerGallon: 6.5 });
  });

  it('are reported as stale after 14 days until a newer week is recorded', async () => {
    const test = processUnderTest();
    test.pass(5 * 86_400_000);
    await test.priceOf('CA', '2026-10-19');
    expect(test.problems).toEqual([]);

    test.pass(86_400_000);
    await test.priceOf('CA', '2026-10-20');
    expect(test.problems).toEqual(['stale']);

    await test.record('2026-10-19', 6.5);
    test.pass(2 * REFRESH_MS);
    await test.priceOf('CA', '2026-10-20');
    expect(test.problems).toEqual(['stale']);
  });
});
