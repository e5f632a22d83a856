import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DIESEL_AREAS, type DieselPrices } from '../../../../shared/costs/diesel/diesel-prices.ts';
import { createEiaDieselSeries } from '../../../../shared/costs/diesel/eia-diesel-series.ts';
import { refreshDiesel } from '../../../../shared/costs/diesel/refresh-diesel.ts';
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
} from '../../../support/eia-stand-in.ts';
import { createInMemoryDieselStore } from '../../../support/in-memory-diesel.ts';

const NOW = new Date('2026-10-20T12:00:00Z');
const at = (price: number): DieselPrices =>
  Object.fromEntries(DIESEL_AREAS.map((area) => [area, price])) as DieselPrices;
const NEW_WEEKS = { '2026-10-12': at(6.15), '2026-10-19': at(6.1) };
const GOOD = respondWithRows(rowsOf(NEW_WEEKS));

let eia: EiaStandIn;
beforeAll(async () => {
  eia = await startEiaStandIn();
});
afterAll(() => eia.stop());
beforeEach(() => eia.behave(GOOD));

const seriesWith = (apiKey = EIA_KEY) =>
  createEiaDieselSeries({ apiKey, url: eia.url, timeoutMs: 300, firstDelayMs: 1 });

/** A store in memory that is refreshed from the stand-in. */
function refreshUnderTest(apiKey?: string) {
  const memory = createInMemoryDieselStore();
  const refresh = (now = NOW) =>
    refreshDiesel({
      series: seriesWith(apiKey),
      store: memory.store,
      now: () => now,
      recordedBy: 'refresh-diesel',
    });
  return { ...memory, refresh };
}

describe("prices of the EIA's weekly series", () => {
  it('are requested with the parameters of the EIA API', async () => {
    await seriesWith().fetchSince('2026-10-12');

    const [query] = eia.calls;
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      api_key: EIA_KEY,
      frequency: 'weekly',
      'data[0]': 'value',
      start: '2026-10-12',
      'sort[0][column]': 'period',
      length: '5000',
    });
    expect(query?.getAll('facets[series][]')).toEqual(
      DIESEL_AREAS.map((area) => `EMD_EPD2D_PTE_${area}_DPG`),
    );
  });

  it.each([
    ['strings', true],
    ['numbers', false],
  ])('are read if the values are %s', async (_, asStrings) => {
    eia.behave(respondWithRows(rowsOf(NEW_WEEKS, asStrings)));

    const answer = await seriesWith().fetchSince('2026-10-12');

    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && answer.figures).toHaveLength(16);
    expect(answer.ok && answer.figures[0]).toEqual({ week: '2026-10-12', area: 'NUS', price: 6.15 });
  });

  const TRANSIENT: readonly (readonly [string, EiaBehavior])[] = [
    ['500', rejectWith(500)],
    ['429', rejectWith(429)],
    ['no response', hang],
    ['a truncated response', respondWithText('{"response": {"total": "16", "data": [')],
  ];
  it.each(TRANSIENT)('are fetched by a retry after %s', async (_, once) => {
    eia.behave(once, GOOD);

    await expect(seriesWith().fetchSince('2026-10-12')).resolves.toMatchObject({ ok: true });

    expect(eia.calls).toHaveLength(2);
  });

  const PERMANENT: readonly (readonly [string, EiaBehavior, string, number])[] = [
    ['403', rejectWith(403), 'key-rejected', 1],
    ['429', rejectWith(429), 'rate-limited', 3],
    ['500', rejectWith(500), 'unavailable', 3],
    ['no response', hang, 'unavailable', 3],
    ['a body that is not JSON', respondWithText('<html>KEY</html>'), 'unreadable', 3],
    ['JSON of another shape', respondWithText('{"data": "KEY"}'), 'unreadable', 3],
    [
      'a value that is not a number',
      respondWithRows([{ period: '2026-10-19', area: 'NUS', value: 'KEY' }]),
      'unreadable',
      3,
    ],
    [
      'an incomplete list of rows',
      respondWithText('{"response": {"total": "9000", "data": []}, "request": {"api_key": "KEY"}}'),
      'unreadable',
      3,
    ],
  ];
  it.each(PERMANENT)('change nothing if every attempt gets %s', async (_, behavior, failure, calls) => {
    eia.behave(behavior);
    const { refresh, store } = refreshUnderTest();

    const result = await refresh();

    expect(result).toMatchObject({ outcome: 'failed', failure });
    expect(JSON.stringify(result)).not.toContain(EIA_KEY);
    expect(eia.calls).toHaveLength(calls);
    expect(await store.readBook()).toBeUndefined();
  });

  it('are unavailable if no server listens, and the result does not contain the key', async () => {
    const unreachable = createEiaDieselSeries({
      apiKey: EIA_KEY,
      url: 'http://127.0.0.1:1',
      firstDelayMs: 1,
    });

    const answer = await unreachable.fetchSince('2026-10-12');

    expect(answer).toMatchObject({ ok: false, failure: 'unavailable' });
    expect(JSON.stringify(answer)).not.toContain(EIA_KEY);
  });

  it('are not requested from the target of a redirect', async () => {
    eia.behave((query, response) => {
      response.writeHead(302, { location: `${eia.url}/v2/petroleum/pri/gnd/data/?${query}` });
      response.end();
    }, GOOD);

    await seriesWith().fetchSince('2026-10-12');

    // The second call is a retry. The redirect of the first call was not followed.
    expect(eia.calls).toHaveLength(2);
    eia.behave((query, response) => {
      response.writeHead(302, { location: `${eia.url}/v2/petroleum/pri/gnd/data/?${query}` });
      response.end();
    });
    await expect(seriesWith().fetchSince('2026-10-12')).resolves.toMatchObject({ failure: 'unavailable' });
  });
});

describe('a refresh from the EIA', () => {
  it('records new prices with the EIA as source, and nothing the second time', async () => {
    const { refresh, store } = refreshUnderTest();

    expect(await refresh()).toEqual({
      outcome: 'recorded',
      weeks: ['2026-10-12', '2026-10-19'],
      kept: [],
      newest: '2026-10-19',
    });
    expect(await refresh()).toMatchObject({ outcome: 'unchanged', weeks: [] });
    expect(await store.readChanges()).toMatchObject([
      { source: 'EIA, read 2026-10-20', recordedBy: 'refresh-diesel' },
    ]);
  });

  it('records revisions of earlier weeks', async () => {
    const { refresh, store } = refreshUnderTest();
    await refresh();
    eia.behave(respondWithRows(rowsOf({ ...NEW_WEEKS, '2026-09-28': at(6.3), '2026-10-12': at(6.2) })));

    expect(await refresh()).toMatchObject({ weeks: ['2026-09-28', '2026-10-12'] });
    expect(await store.readBook()).toMatchObject({
      weeks: [
        { week: '2026-09-28', prices: { R30: 6.3 } },
        { week: '2026-10-12', prices: { R30: 6.2 } },
        { week: '2026-10-19', prices: { R30: 6.1 } },
      ],
    });
  });

  it('keeps and reports a week that the operator recorded, and records the other weeks', async () => {
    const test = refreshUnderTest();
    const own = {
      version: 1,
      weeks: [{ week: '2026-10-12', prices: at(6), source: 'operator', recordedAt: '', recordedBy: 'pat' }],
    };
    const { version, weeks } = own;
    const change = { version, source: 'operator', recordedAt: '', recordedBy: 'pat', corrections: [] };
    await test.store.replace({ version, weeks }, change);

    expect(await test.refresh()).toMatchObject({ weeks: ['2026-10-19'], kept: ['2026-10-12'] });
    expect(await test.store.readBook()).toMatchObject({
      weeks: [{ prices: { NUS: 6 } }, { prices: { NUS: 6.1 } }],
    });
  });

  const BAD: readonly (readonly [string, EiaBehavior, string])[] = [
    ['is empty', respondWithRows([]), 'empty'],
    [
      'has only unpublished weeks',
      respondWithRows(rowsOf(NEW_WEEKS).map((row) => ({ ...row, value: null }))),
      'empty',
    ],
    ['lacks an area', respondWithRows(rowsOf(NEW_WEEKS).slice(1)), 'incomplete'],
    [
      'has no price yet for an area',
      respondWithRows(rowsOf(NEW_WEEKS).map((row, index) => (index === 12 ? { ...row, value: '' } : row))),
      'incomplete',
    ],
    ['has cents instead of dollars', respondWithRows(rowsOf({ '2026-10-12': at(615) })), 'implausible'],
    ['has half the price', respondWithRows(rowsOf({ ...NEW_WEEKS, '2026-10-19': at(3) })), 'implausible'],
    ['has days that are not Mondays', respondWithRows(rowsOf({ '2026-10-13': at(6) })), 'implausible'],
    ['has future weeks', respondWithRows(rowsOf({ '2026-10-26': at(6) })), 'implausible'],
  ];
  it.each(BAD)('changes nothing if the response %s', async (_, behavior, failure) => {
    eia.behave(behavior);
    const { refresh, store } = refreshUnderTest();

    expect(await refresh()).toMatchObject({ outcome: 'failed', failure });

    expect(await store.readBook()).toBeUndefined();
  });

  it('reports a rejected key', async () => {
    const { refresh } = refreshUnderTest('another-key');

    expect(await refresh()).toEqual({ outcome: 'failed', failure: 'key-rejected', detail: 'status 403' });
  });
});
