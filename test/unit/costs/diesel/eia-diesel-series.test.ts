import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DIESEL_AREAS, type DieselPrices } from '../../../../shared/costs/diesel/diesel-prices.ts';
import { createEiaDieselSeries } from '../../../../shared/costs/diesel/eia-diesel-series.ts';
import { refreshDiesel } from '../../../../shared/costs/diesel/refresh-diesel.ts';
import {
  answerRows,
  EIA_KEY,
  type EiaBehaviour,
  type EiaStandIn,
  hang,
  refuse,
  rowsOf,
  sendText,
  startEiaStandIn,
} from '../../../support/eia-stand-in.ts';
import { dieselUnderTest } from '../../../support/in-memory-diesel.ts';

const NOW = new Date('2026-10-20T12:00:00Z');
const at = (price: number): DieselPrices =>
  Object.fromEntries(DIESEL_AREAS.map((area) => [area, price])) as DieselPrices;
const NEW_WEEKS = { '2026-10-12': at(6.15), '2026-10-19': at(6.1) };
const GOOD = answerRows(rowsOf(NEW_WEEKS));

let eia: EiaStandIn;
beforeAll(async () => {
  eia = await startEiaStandIn();
});
afterAll(() => eia.stop());
beforeEach(() => eia.behave(GOOD));

const seriesWith = (apiKey = EIA_KEY) =>
  createEiaDieselSeries({ apiKey, url: eia.url, timeoutMs: 300, firstWaitMs: 1 });

/** A book in memory that is refreshed from the stand-in. */
function refreshing(apiKey?: string) {
  const memory = dieselUnderTest();
  const refresh = (now = NOW) =>
    refreshDiesel({
      series: seriesWith(apiKey),
      store: memory.store,
      now: () => now,
      recordedBy: 'refresh-diesel',
    });
  return { ...memory, refresh };
}

describe("the EIA's weekly series", () => {
  it('are asked for by the names of its interface', async () => {
    await seriesWith().since('2026-10-12');

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
    ['texts', true],
    ['numbers', false],
  ])('are read where the values are %s', async (_, asText) => {
    eia.behave(answerRows(rowsOf(NEW_WEEKS, asText)));

    const answer = await seriesWith().since('2026-10-12');

    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && answer.figures).toHaveLength(16);
    expect(answer.ok && answer.figures[0]).toEqual({ week: '2026-10-12', area: 'NUS', price: 6.15 });
  });

  const PASSING: readonly (readonly [string, EiaBehaviour])[] = [
    ['500', refuse(500)],
    ['429', refuse(429)],
    ['no answer', hang],
    ['half an answer', sendText('{"response": {"total": "16", "data": [')],
  ];
  it.each(PASSING)('are asked for again after %s, and had', async (_, once) => {
    eia.behave(once, GOOD);

    await expect(seriesWith().since('2026-10-12')).resolves.toMatchObject({ ok: true });

    expect(eia.calls).toHaveLength(2);
  });

  const LASTING: readonly (readonly [string, EiaBehaviour, string, number])[] = [
    ['403', refuse(403), 'key-refused', 1],
    ['429', refuse(429), 'rate-limited', 3],
    ['500', refuse(500), 'unavailable', 3],
    ['no answer', hang, 'unavailable', 3],
    ['no JSON', sendText('<html>KEY</html>'), 'unreadable', 3],
    ['JSON of another shape', sendText('{"data": "KEY"}'), 'unreadable', 3],
    [
      'a value that is no number',
      answerRows([{ period: '2026-10-19', area: 'NUS', value: 'KEY' }]),
      'unreadable',
      3,
    ],
    [
      'fewer rows than there are',
      sendText('{"response": {"total": "9000", "data": []}, "request": {"api_key": "KEY"}}'),
      'unreadable',
      3,
    ],
  ];
  it.each(LASTING)('change nothing where %s lasts', async (_, behaviour, failure, calls) => {
    eia.behave(behaviour);
    const { refresh, store } = refreshing();

    const result = await refresh();

    expect(result).toMatchObject({ outcome: 'failed', failure });
    expect(JSON.stringify(result)).not.toContain(EIA_KEY);
    expect(eia.calls).toHaveLength(calls);
    expect(await store.book()).toBeUndefined();
  });

  it('are unavailable where nobody listens, and the key is not told', async () => {
    const nobody = createEiaDieselSeries({ apiKey: EIA_KEY, url: 'http://127.0.0.1:1', firstWaitMs: 1 });

    const answer = await nobody.since('2026-10-12');

    expect(answer).toMatchObject({ ok: false, failure: 'unavailable' });
    expect(JSON.stringify(answer)).not.toContain(EIA_KEY);
  });

  it('are not followed elsewhere with the key', async () => {
    eia.behave((query, response) => {
      response.writeHead(302, { location: `${eia.url}/v2/petroleum/pri/gnd/data/?${query}` });
      response.end();
    }, GOOD);

    await seriesWith().since('2026-10-12');

    // The second call is a retry of its own, not the redirect followed within the first.
    expect(eia.calls).toHaveLength(2);
    eia.behave((query, response) => {
      response.writeHead(302, { location: `${eia.url}/v2/petroleum/pri/gnd/data/?${query}` });
      response.end();
    });
    await expect(seriesWith().since('2026-10-12')).resolves.toMatchObject({ failure: 'unavailable' });
  });
});

describe('a refresh from the EIA', () => {
  it('records what is new, on its word, and nothing the second time', async () => {
    const { refresh, store } = refreshing();

    expect(await refresh()).toEqual({
      outcome: 'recorded',
      weeks: ['2026-10-12', '2026-10-19'],
      kept: [],
      newest: '2026-10-19',
    });
    expect(await refresh()).toMatchObject({ outcome: 'unchanged', weeks: [] });
    expect(await store.changes()).toMatchObject([
      { source: 'EIA, read 2026-10-20', recordedBy: 'refresh-diesel' },
    ]);
  });

  it('takes what the EIA revised in earlier weeks', async () => {
    const { refresh, store } = refreshing();
    await refresh();
    eia.behave(answerRows(rowsOf({ ...NEW_WEEKS, '2026-09-28': at(6.3), '2026-10-12': at(6.2) })));

    expect(await refresh()).toMatchObject({ weeks: ['2026-09-28', '2026-10-12'] });
    expect(await store.book()).toMatchObject({
      weeks: [
        { week: '2026-09-28', prices: { R30: 6.3 } },
        { week: '2026-10-12', prices: { R30: 6.2 } },
        { week: '2026-10-19', prices: { R30: 6.1 } },
      ],
    });
  });

  it("leaves the operator's own word, tells it, and takes the other weeks", async () => {
    const test = refreshing();
    const own = {
      version: 1,
      weeks: [{ week: '2026-10-12', prices: at(6), source: 'operator', recordedAt: '', recordedBy: 'pat' }],
    };
    const { version, weeks } = own;
    const change = { version, source: 'operator', recordedAt: '', recordedBy: 'pat', corrections: [] };
    await test.store.replace({ version, weeks }, change);

    expect(await test.refresh()).toMatchObject({ weeks: ['2026-10-19'], kept: ['2026-10-12'] });
    expect(await test.store.book()).toMatchObject({
      weeks: [{ prices: { NUS: 6 } }, { prices: { NUS: 6.1 } }],
    });
  });

  const BAD: readonly (readonly [string, EiaBehaviour, string])[] = [
    ['is empty', answerRows([]), 'empty'],
    [
      'has only weeks that are not out',
      answerRows(rowsOf(NEW_WEEKS).map((row) => ({ ...row, value: null }))),
      'empty',
    ],
    ['lacks an area', answerRows(rowsOf(NEW_WEEKS).slice(1)), 'incomplete'],
    [
      'has no price yet for an area',
      answerRows(rowsOf(NEW_WEEKS).map((row, index) => (index === 12 ? { ...row, value: '' } : row))),
      'incomplete',
    ],
    ['has cents for dollars', answerRows(rowsOf({ '2026-10-12': at(615) })), 'implausible'],
    ['has half the price', answerRows(rowsOf({ ...NEW_WEEKS, '2026-10-19': at(3) })), 'implausible'],
    ['has days that are no Mondays', answerRows(rowsOf({ '2026-10-13': at(6) })), 'implausible'],
    ['has weeks to come', answerRows(rowsOf({ '2026-10-26': at(6) })), 'implausible'],
  ];
  it.each(BAD)('changes nothing where the answer %s', async (_, behaviour, failure) => {
    eia.behave(behaviour);
    const { refresh, store } = refreshing();

    expect(await refresh()).toMatchObject({ outcome: 'failed', failure });

    expect(await store.book()).toBeUndefined();
  });

  it('says that the key is refused', async () => {
    const { refresh } = refreshing('another-key');

    expect(await refresh()).toEqual({ outcome: 'failed', failure: 'key-refused', detail: 'status 403' });
  });
});
