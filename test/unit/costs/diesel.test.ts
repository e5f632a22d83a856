import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { createScheduledRefresh } from '../../../functions/refresh-diesel/scheduled-refresh.ts';
import {
  type DieselBook,
  dieselFor,
  dieselLookup,
  isStale,
  MAX_RECORDED_WEEKS,
  mergeBundledWeeks,
} from '../../../shared/costs/diesel/diesel-lookup.ts';
import {
  DIESEL_AREAS,
  DIESEL_WEEKS,
  type DieselPrices,
  dieselAreaOf,
  priceIn,
  WHOLE_AREAS,
} from '../../../shared/costs/diesel/diesel-prices.ts';
import {
  createDieselSource,
  type DieselProblem,
} from '../../../shared/costs/diesel/dynamodb-diesel-store.ts';
import { fetchEiaDiesel } from '../../../shared/costs/diesel/eia-diesel-series.ts';
import {
  type DieselFigure,
  planDieselChange,
  recordDiesel,
} from '../../../shared/costs/diesel/record-diesel.ts';
import { refreshDiesel } from '../../../shared/costs/diesel/refresh-diesel.ts';
import { daysBetween, mondaysUpTo } from '../../../shared/platform/time/utc-calendar.ts';
import {
  EIA_KEY,
  type EiaBehavior,
  type EiaStandIn,
  hang,
  rejectWith,
  respondWithRows,
  respondWithText,
  rowsOf,
  startEiaStandIn,
} from '../../support/eia-stand-in.ts';
import { createInMemoryDieselStore } from '../../support/in-memory-diesel.ts';

const at = (price: number) => Object.fromEntries(DIESEL_AREAS.map((area) => [area, price])) as DieselPrices;
const weekOf = (week: string, price = 6.2, row?: number): DieselFigure[] =>
  DIESEL_AREAS.map((area) => ({ week, area, price, ...(row === undefined ? {} : { row }) }));

describe('diesel prices', () => {
  it.each([
    ['CA', 'California'],
    ['WA', 'West Coast except California (PADD5XCA)'],
    ['NJ', 'Central Atlantic (PADD1B)'],
    ['GA', 'Lower Atlantic (PADD1C)'],
    ['MA', 'New England (PADD1A)'],
    ['IL', 'Midwest (PADD2)'],
    ['TX', 'Gulf Coast (PADD3)'],
    ['UT', 'Rocky Mountain (PADD4)'],
    ['PR', 'U.S.'],
  ])('of %s are those of %s', (state, region) => {
    expect(dieselFor(state, '2026-10-05').region).toBe(region);
  });

  it('have a region for each state', () => {
    const STATES_AND_DC =
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';
    expect(STATES_AND_DC.split(' ').map(dieselAreaOf)).not.toContain('NUS');
  });

  it('include every Monday in order, with 3 decimals for each area', () => {
    for (const [index, { week, prices }] of DIESEL_WEEKS.entries()) {
      expect(daysBetween(DIESEL_WEEKS[index - 1]?.week ?? '2025-09-22', week)).toBe(7);
      for (const area of WHOLE_AREAS) {
        expect(prices[area]).toBeGreaterThan(2);
        expect(prices[area]).toBeLessThan(10);
        expect(Number(prices[area].toFixed(3))).toBe(prices[area]);
      }
    }
  });

  it.each([
    ['R50', '2026-10-05', 7.229, '2026-10-05'],
    ['R50', '2026-10-04', 7.357, '2026-09-28'],
    ['TX', '2030-01-01', 5.819, '2026-10-05'],
    ['TX', '2020-01-01', 3.413, '2025-09-29'],
  ])('in %s on %s are those of the week that began last, or of the nearest', (state, day, price, week) => {
    expect(dieselFor(state, day)).toMatchObject({ pricePerGallon: price, week });
  });

  it('of California and the other West Coast are the published ones, or estimated from the West Coast, and then say so', () => {
    const on = (place: string, day: string) => dieselFor(place, day);
    expect(on('CA', '2025-12-29')).toEqual({
      pricePerGallon: 4.66,
      region: 'California',
      week: '2025-12-29',
    });
    expect(on('WA', '2025-12-29')).not.toHaveProperty('estimated');
    // Only California's price was at hand.
    expect(on('OR', '2026-06-15')).toMatchObject({ pricePerGallon: 5.52, estimated: true });
    expect(on('CA', '2026-10-05')).toMatchObject({ pricePerGallon: 8.06, estimated: true });
    expect(on('TX', '2026-10-05')).not.toHaveProperty('estimated');
  });

  it('of California are estimated within 1.5% of each published one, and the West Coast lies between its parts', () => {
    for (const { week, prices } of DIESEL_WEEKS) {
      const { SCA, R5XCA: _, ...others } = prices;
      const [whole, california] = [priceIn(prices, 'R50').price, priceIn(others, 'SCA').price];
      if (SCA !== undefined) expect([week, Math.abs(california / SCA - 1) < 0.015]).toEqual([week, true]);
      expect(california).toBeGreaterThan(whole);
      expect(priceIn(others, 'R5XCA').price).toBeLessThan(whole);
    }
  });

  it('are of the given weeks, and stale after 14 days', () => {
    const weeks = DIESEL_WEEKS.map(({ week, prices }) => ({ week, prices: { ...prices, R5XCA: 1 } }));
    expect(dieselLookup(weeks)('WA', '2026-10-05').pricePerGallon).toBe(1);
    const price = dieselFor('CA', '2026-12-01');
    expect([isStale(price, '2026-10-19'), isStale(price, '2026-10-20')]).toEqual([false, true]);
  });
});

describe('a plan to change diesel prices', () => {
  const NOW = new Date('2026-10-21T09:00:00Z');
  const EMPTY: DieselBook = { version: 0, weeks: [] };
  const recorder = { source: 'operator', recordedBy: 'pat', now: NOW, force: false };

  /** The faults of figures, or none. */
  const faultsOf = (figures: readonly DieselFigure[], changes = {}) => {
    const plan = planDieselChange(EMPTY, figures, { ...recorder, ...changes });
    return plan.ok ? [] : plan.faults;
  };

  it.each([0, 0.499, 20.001, Number.NaN, Number.POSITIVE_INFINITY, -6.2])(
    'rejects %d USD per gallon, with and without force',
    (price) => {
      const figures = [{ week: '2026-10-05', area: 'R50' as const, price, row: 7 }];
      const faults = [{ row: 7, fault: expect.stringContaining('is not between 0.5 and 20') }];
      expect(faultsOf(figures)).toEqual(faults);
      expect(faultsOf(figures, { force: true })).toEqual(faults);
    },
  );

  it.each([0.5, 20])('accepts %d USD per gallon, with force', (price) => {
    expect(faultsOf(weekOf('2026-10-12', price), { force: true })).toEqual([]);
  });

  it('rejects a fourth decimal, a duplicate price, and a new week that lacks areas', () => {
    expect(faultsOf([{ week: '2026-10-05', area: 'R50', price: 7.2291 }])[0]?.fault).toMatch(/3 decimals/);
    expect(faultsOf([...weekOf('2026-10-12', 6.2, 2), ...weekOf('2026-10-12', 6.2, 3)])[0]).toEqual({
      ...{ row: 3, fault: 'NUS of 2026-10-12 is given twice' },
    });
    expect(faultsOf(weekOf('2026-10-12').slice(0, 7))).toEqual([
      { fault: '2026-10-12 is a new week and lacks R50' },
    ]);
  });

  it('rejects a price that differs by more than 30% from the week before, unless forced', () => {
    const doubled = weekOf('2026-10-12', 6.2).map((figure) =>
      figure.area === 'R30' ? { ...figure, price: 11.8 } : figure,
    );
    expect(faultsOf(doubled)).toEqual([
      { fault: 'R30 of 2026-10-12: 11.8 differs by +103% from 5.819 of 2026-10-05' },
    ]);
    expect(faultsOf(doubled, { force: true })).toEqual([]);
    // The week before is as changed by the same figures.
    const slide = [...weekOf('2026-10-12', 5), ...weekOf('2026-10-19', 4)];
    expect(faultsOf(slide).every(({ fault }) => fault.includes('2026-10-05'))).toBe(true);
    expect(faultsOf(weekOf('2026-10-19', 4)).length).toBeGreaterThan(0);
  });

  it('keeps the newest 260 weeks, and rejects an older one', () => {
    const old = mondaysUpTo(new Date('2025-09-28T00:00:00Z'), MAX_RECORDED_WEEKS + 1);
    const figures = old.flatMap((week) => weekOf(week, 3.5));
    expect(faultsOf(figures)).toEqual([
      { fault: `${old[0]} is older than the newest 260 weeks, which are kept` },
    ]);
    expect(faultsOf(figures.slice(DIESEL_AREAS.length))).toEqual([]);
  });

  it('does not depend on the order of the figures, and is idempotent', () => {
    const weeks = fc.uniqueArray(fc.constantFrom(...mondaysUpTo(NOW, 8)), { minLength: 1 });
    const figures = fc
      .tuple(weeks, fc.integer({ min: 5_000, max: 7_000 }))
      .map(([mondays, price]) => mondays.flatMap((week, index) => weekOf(week, (price + index) / 1000)))
      .chain((all) =>
        fc.record({ all: fc.constant(all), shuffled: fc.shuffledSubarray(all, { minLength: all.length }) }),
      );
    fc.assert(
      fc.property(figures, ({ all, shuffled }) => {
        const forced = { ...recorder, force: true };
        const plan = planDieselChange(EMPTY, all, forced);
        const other = planDieselChange(EMPTY, shuffled, forced);
        if (!plan.ok || !other.ok) throw new Error('rejected');
        expect(other.weeks).toEqual(plan.weeks);
        const again = planDieselChange({ version: 1, weeks: plan.weeks }, all, forced);
        expect(again).toMatchObject({ ok: true, corrections: [] });
        const merged = mergeBundledWeeks(plan.weeks).map(({ week }) => week);
        expect(merged).toEqual([...new Set(merged)].toSorted());
      }),
    );
  });
});

describe('the current diesel prices', () => {
  const REFRESH_MS = 60_000;

  /** A diesel source on a store in memory, with a test clock and injectable read failures. */
  function processUnderTest() {
    const memory = createInMemoryDieselStore();
    let time = Date.parse('2026-10-14T12:00:00Z');
    let failure: Error | undefined;
    const problems: DieselProblem[] = [];
    const readBook = jest.fn(async () => {
      if (failure) throw failure;
      return memory.store.readBook();
    });
    const source = createDieselSource(
      { readBook },
      REFRESH_MS,
      () => time,
      (problem) => problems.push(problem),
    );
    return {
      ...{ ...memory, readBook, problems },
      /** Price and week in California on a day. */
      californiaOn: async (day: string) => {
        const { pricePerGallon, week } = (await source.current())('CA', day);
        return [pricePerGallon, week];
      },
      pass: (ms: number) => {
        time += ms;
      },
      fail: (error: Error | undefined) => {
        failure = error;
      },
      record: (week: string, price: number) =>
        recordDiesel(memory.store, () => weekOf(week, price), {
          ...{ source: 'operator', recordedBy: 'pat', now: new Date(time), force: true },
        }),
    };
  }
  const BUNDLED = [8.06, '2026-10-05'];
  const RECORDED = [6.5, '2026-10-12'];

  it('are read at most once a minute, and show a change within two minutes', async () => {
    const test = processUnderTest();
    await test.californiaOn('2026-10-14');
    await test.record('2026-10-12', 6.5);
    for (let call = 0; call < 20; call++) expect(await test.californiaOn('2026-10-14')).toEqual(BUNDLED);
    expect(test.readBook).toHaveBeenCalledTimes(1);
    test.pass(2 * REFRESH_MS);
    expect(await test.californiaOn('2026-10-14')).toEqual(RECORDED);
  });

  const bookWith = (prices?: object) => ({
    ...{ format: 1, version: 9 },
    weeks: [{ week: '2026-10-12', source: '', recordedAt: '', recordedBy: '', ...(prices && { prices }) }],
  });
  it.each([
    ['text', 'moved'],
    ['a later format', { format: 2, version: 9, weeks: [] }],
    ['a week without prices', bookWith()],
    ['an implausible price', bookWith(at(650))],
  ])('stay at the last valid prices and report a problem if the book is %s', async (_, book) => {
    const test = processUnderTest();
    await test.record('2026-10-12', 6.5);
    await test.californiaOn('2026-10-14');
    test.setBook(book);
    test.pass(2 * REFRESH_MS);
    expect(await test.californiaOn('2026-10-14')).toEqual(RECORDED);
    expect(test.problems).toEqual(['broken']);
  });

  it('stay at the last valid prices while the table is unreadable', async () => {
    const test = processUnderTest();
    test.fail(new Error('AccessDenied'));
    expect(await test.californiaOn('2026-10-14')).toEqual(BUNDLED);
    expect(test.problems).toEqual(['unreadable']);
    test.fail(undefined);
    await test.record('2026-10-12', 6.5);
    test.pass(2 * REFRESH_MS);
    expect(await test.californiaOn('2026-10-14')).toEqual(RECORDED);
  });

  it('are reported as stale after 14 days until a newer week is recorded', async () => {
    const test = processUnderTest();
    test.pass(5 * 86_400_000);
    await test.californiaOn('2026-10-19');
    expect(test.problems).toEqual([]);
    test.pass(86_400_000);
    await test.californiaOn('2026-10-20');
    expect(test.problems).toEqual(['stale']);
    await test.record('2026-10-19', 6.5);
    test.pass(2 * REFRESH_MS);
    await test.californiaOn('2026-10-20');
    expect(test.problems).toEqual(['stale']);
  });
});

describe("prices of the EIA's weekly series", () => {
  const NEW_WEEKS = { '2026-10-12': at(6.15), '2026-10-19': at(6.1) };
  const GOOD = respondWithRows(rowsOf(NEW_WEEKS));
  let eia: EiaStandIn;
  beforeAll(async () => {
    eia = await startEiaStandIn();
  });
  afterAll(() => eia.stop());
  beforeEach(() => eia.behave(GOOD));

  const fetchSince = (week: string) =>
    fetchEiaDiesel({ apiKey: EIA_KEY, url: eia.url, timeoutMs: 300, firstDelayMs: 1 }, week);
  const fetched = () => fetchSince('2026-10-12');

  /** A store in memory that is refreshed from the stand-in. */
  function refreshUnderTest() {
    const { store } = createInMemoryDieselStore();
    const now = () => new Date('2026-10-20T12:00:00Z');
    const refresh = () => refreshDiesel({ fetchSince, store, now, recordedBy: 'refresh-diesel' });
    return { store, refresh };
  }

  it('are requested with the parameters of the EIA API, and are numbers or strings', async () => {
    const answer = await fetched();
    expect(answer.ok && answer.figures).toHaveLength(20);
    expect(answer.ok && answer.figures[0]).toEqual({ week: '2026-10-12', area: 'NUS', price: 6.15 });
    const [query] = eia.calls;
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      ...{ api_key: EIA_KEY, frequency: 'weekly', 'data[0]': 'value', start: '2026-10-12', length: '5000' },
    });
    expect(query?.getAll('facets[series][]')).toEqual(
      DIESEL_AREAS.map((area) => `EMD_EPD2D_PTE_${area}_DPG`),
    );
    eia.behave(respondWithRows(rowsOf(NEW_WEEKS, false)));
    expect(await fetched()).toEqual(answer);
  });

  const redirect: EiaBehavior = (query, response) => {
    response.writeHead(302, { location: `${eia.url}/v2/petroleum/pri/gnd/data/?${query}` });
    response.end();
  };
  it.each<[string, EiaBehavior]>([
    ['500', rejectWith(500)],
    ['no response', hang],
    ['a redirect, which is not followed', redirect],
  ])('are fetched by a retry after %s', async (_, once) => {
    eia.behave(once, GOOD);
    await expect(fetched()).resolves.toMatchObject({ ok: true });
    expect(eia.calls).toHaveLength(2);
  });

  const valueAt = (position: number, value: string | null) =>
    respondWithRows(rowsOf(NEW_WEEKS).map((row, at) => (at === position ? { ...row, value } : row)));
  it.each<[string, EiaBehavior, string, number]>([
    ['403', rejectWith(403), 'key-rejected', 1],
    ['429', rejectWith(429), 'rate-limited', 3],
    ['no response', hang, 'unavailable', 3],
    ['a body that is not JSON', respondWithText('<html>KEY</html>'), 'unreadable', 3],
    ['a value that is not a number', valueAt(0, 'KEY'), 'unreadable', 3],
    [
      'an incomplete list of rows',
      respondWithText('{"response": {"total": "9000", "data": []}, "request": {"api_key": "KEY"}}'),
      ...(['unreadable', 3] as const),
    ],
    ['no rows', respondWithRows([]), 'empty', 1],
    ['rows that lack an area', respondWithRows(rowsOf(NEW_WEEKS).slice(1)), 'incomplete', 1],
    ['cents instead of dollars', respondWithRows(rowsOf({ '2026-10-12': at(615) })), 'implausible', 1],
    ['a day that is not a Monday', respondWithRows(rowsOf({ '2026-10-13': at(6) })), 'implausible', 1],
    ['a future week', respondWithRows(rowsOf({ '2026-10-26': at(6) })), 'implausible', 1],
  ])('change nothing if every attempt gets %s', async (_, behavior, failure, calls) => {
    eia.behave(behavior);
    const { refresh, store } = refreshUnderTest();
    const result = await refresh();
    expect(result).toMatchObject({ outcome: 'failed', failure });
    expect(JSON.stringify(result)).not.toContain(EIA_KEY);
    expect(eia.calls).toHaveLength(calls);
    expect(await store.readBook()).toBeUndefined();
  });

  it('are recorded with the EIA as source, nothing the second time, and revisions of earlier weeks', async () => {
    const { refresh, store } = refreshUnderTest();
    const weeks = ['2026-10-12', '2026-10-19'];
    expect(await refresh()).toEqual({ outcome: 'recorded', weeks, kept: [], newest: '2026-10-19' });
    expect(await refresh()).toMatchObject({ outcome: 'unchanged', weeks: [] });
    expect(await store.readChanges()).toMatchObject([
      { source: 'EIA, read 2026-10-20', recordedBy: 'refresh-diesel' },
    ]);
    eia.behave(respondWithRows(rowsOf({ ...NEW_WEEKS, '2026-09-28': at(6.3), '2026-10-12': at(6.2) })));
    expect(await refresh()).toMatchObject({ weeks: ['2026-09-28', '2026-10-12'] });
    expect(await store.readBook()).toMatchObject({
      weeks: [{ prices: { R30: 6.3 } }, { prices: { R30: 6.2 } }, { prices: { R30: 6.1 } }],
    });
  });

  it('leave and report a week that the operator recorded', async () => {
    const { refresh, store } = refreshUnderTest();
    const recorded = { source: 'operator', recordedAt: '', recordedBy: 'pat' };
    const book = { version: 1, weeks: [{ week: '2026-10-12', prices: at(6), ...recorded }] };
    await store.replace(book, { version: 1, ...recorded, corrections: [] });
    expect(await refresh()).toMatchObject({ weeks: ['2026-10-19'], kept: ['2026-10-12'] });
    expect(await store.readBook()).toMatchObject({
      weeks: [{ prices: { NUS: 6 } }, { prices: { NUS: 6.1 } }],
    });
  });

  it('are not refreshed by the schedule without a key; another failure of the schedule is an error', async () => {
    const refresh = jest.fn(async () => Promise.reject(new Error('the table is unreachable')));
    const run = (key: string | undefined) =>
      createScheduledRefresh({ readKey: async () => key, refresh, keyParameter: '/eia-api-key' })({});
    await expect(run(undefined)).resolves.toMatchObject({ outcome: 'skipped' });
    expect(refresh).not.toHaveBeenCalled();
    await expect(run('key')).rejects.toThrow('unreachable');
  });
});
