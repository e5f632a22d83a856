import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { DIESEL_AREAS, type DieselArea } from './diesel-prices.ts';
import type { DieselFigure } from './record-diesel.ts';
import type { DieselSeries, SeriesAnswer } from './refresh-diesel.ts';

export interface EiaOptions {
  /** In the query of every call, as the interface has it: no text of ours may hold the address. */
  readonly apiKey: string;
  readonly url?: string | undefined;
  readonly timeoutMs?: number;
  readonly firstWaitMs?: number;
}

const EIA_URL = 'https://api.eia.gov';
const PATH = '/v2/petroleum/pri/gnd/data/';
const TIMEOUT_MS = 6_000;
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 800;
/** The most rows of one answer. */
const MOST_ROWS = 5_000;

/** The EIA's name of an area's weekly on-highway diesel series. */
const seriesOf = (area: DieselArea): string => `EMD_EPD2D_PTE_${area}_DPG`;
const AREA_OF_SERIES = new Map(DIESEL_AREAS.map((area) => [seriesOf(area), area]));

/** The area of a series of weekly on-highway diesel; undefined for other series and for areas nothing is priced by. */
export const areaOfSeries = (series: string): DieselArea | undefined => AREA_OF_SERIES.get(series);

/** Numbers come as texts, in some versions as numbers. */
const number = v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.toNumber())]);
const body = v.object({
  response: v.object({
    total: number,
    data: v.array(v.object({ period: v.string(), series: v.string(), value: v.nullish(v.unknown()) })),
  }),
});

type Failed = Extract<SeriesAnswer, { ok: false }>;
const failed = (failure: Failed['failure'], detail: string): Failed => ({ ok: false, failure, detail });

/**
 * The EIA's open data interface, version 2: petroleum/pri/gnd, weekly. What may pass is tried again after a while.
 * Source of the interface: EIA, Open Data, API technical documentation.
 */
export function createEiaDieselSeries(options: EiaOptions): DieselSeries {
  const { firstWaitMs = FIRST_WAIT_MS } = options;
  return {
    since: async (week) => {
      for (let attempt = 1; ; attempt++) {
        const answer = await ask(options, week);
        if (answer.ok || answer.failure === 'key-refused' || attempt === ATTEMPTS) return answer;
        await pause(firstWaitMs * 2 ** (attempt - 1) * (1 + Math.random()));
      }
    },
  };
}

async function ask({ apiKey, url = EIA_URL, timeoutMs = TIMEOUT_MS }: EiaOptions, week: string) {
  const query = new URLSearchParams([
    ['api_key', apiKey],
    ['frequency', 'weekly'],
    ['data[0]', 'value'],
    ...DIESEL_AREAS.map((area): [string, string] => ['facets[series][]', seriesOf(area)]),
    ['start', week],
    ['sort[0][column]', 'period'],
    ['sort[0][direction]', 'asc'],
    ['length', String(MOST_ROWS)],
  ]);
  try {
    // A redirect is not followed: it would carry the key elsewhere.
    const response = await fetch(`${url}${PATH}?${query}`, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return readAnswer(await response.text());
    await response.body?.cancel();
    return refusedWith(response.status);
  } catch (error) {
    // Its message may hold the address, and so the key.
    const { name, cause } = Object(error);
    return failed('unavailable', [name, Object(cause).code].filter(Boolean).join(' '));
  }
}

function refusedWith(status: number): SeriesAnswer {
  const detail = `status ${status}`;
  if (status === 401 || status === 403) return failed('key-refused', detail);
  return failed(status === 429 ? 'rate-limited' : 'unavailable', detail);
}

function readAnswer(text: string): SeriesAnswer {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), body), text);
  // The answer repeats the request, so nothing of it is told.
  if (!parsed.success) {
    return failed('unreadable', `not the expected answer at ${v.getDotPath(parsed.issues[0]) ?? 'its top'}`);
  }
  const { total, data } = parsed.output.response;
  if (total > data.length) return failed('unreadable', `${data.length} rows of ${total}`);
  const figures: DieselFigure[] = [];
  for (const { period, series, value } of data) {
    const area = areaOfSeries(series);
    if (area === undefined) return failed('unreadable', 'a series that was not asked for');
    // A price that is not out yet is null or empty, and no figure.
    if (value === null || value === undefined || value === '') continue;
    const price = v.safeParse(number, value);
    if (!price.success) return failed('unreadable', `no number for ${area}`);
    figures.push({ week: period, area, price: price.output });
  }
  return { ok: true, figures };
}
