import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { DIESEL_AREAS, type DieselArea } from './diesel-prices.ts';
import type { DieselFigure } from './record-diesel.ts';
import type { SeriesResult } from './refresh-diesel.ts';

export interface EiaOptions {
  /** Part of the query of every request, so no message or log may contain the URL. */
  readonly apiKey: string;
  readonly url?: string | undefined;
  readonly timeoutMs?: number;
  readonly firstDelayMs?: number;
}

const EIA_URL = 'https://api.eia.gov';
const PATH = '/v2/petroleum/pri/gnd/data/';
const TIMEOUT_MS = 6_000;
const ATTEMPTS = 3;
const FIRST_DELAY_MS = 800;
/** The EIA's maximum number of rows in a response. */
const MAX_ROWS = 5_000;

/** The EIA's name of an area's weekly on-highway diesel series. */
const seriesOf = (area: DieselArea): string => `EMD_EPD2D_PTE_${area}_DPG`;
const AREA_OF_SERIES = new Map(DIESEL_AREAS.map((area) => [seriesOf(area), area]));

/** The area of a weekly on-highway diesel series; undefined for other series and for unused areas. */
export const areaOfSeries = (series: string): DieselArea | undefined => AREA_OF_SERIES.get(series);

/** The EIA sends numbers as strings; some versions send JSON numbers. */
const number = v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.toNumber())]);
const body = v.object({
  response: v.object({
    total: number,
    data: v.array(v.object({ period: v.string(), series: v.string(), value: v.nullish(v.unknown()) })),
  }),
});

type FailedResult = Extract<SeriesResult, { ok: false }>;
const fail = (failure: FailedResult['failure'], detail: string): FailedResult => ({
  ok: false,
  failure,
  detail,
});

/**
 * Fetches weekly prices from the EIA's open data API, version 2: petroleum/pri/gnd. Retries all failures except a
 * rejected key. Source: EIA, Open Data, API technical documentation.
 */
export async function fetchEiaDiesel(options: EiaOptions, week: string): Promise<SeriesResult> {
  const { firstDelayMs = FIRST_DELAY_MS } = options;
  for (let attempt = 1; ; attempt++) {
    const result = await fetchOnce(options, week);
    if (result.ok || result.failure === 'key-rejected' || attempt === ATTEMPTS) return result;
    await pause(firstDelayMs * 2 ** (attempt - 1) * (1 + Math.random()));
  }
}

async function fetchOnce({ apiKey, url = EIA_URL, timeoutMs = TIMEOUT_MS }: EiaOptions, week: string) {
  const query = new URLSearchParams([
    ['api_key', apiKey],
    ['frequency', 'weekly'],
    ['data[0]', 'value'],
    ...DIESEL_AREAS.map((area): [string, string] => ['facets[series][]', seriesOf(area)]),
    ['start', week],
    ['sort[0][column]', 'period'],
    ['sort[0][direction]', 'asc'],
    ['length', String(MAX_ROWS)],
  ]);
  try {
    // Redirects are not followed, because they would send the key to another URL.
    const response = await fetch(`${url}${PATH}?${query}`, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return readBody(await response.text());
    await response.body?.cancel();
    return failWithStatus(response.status);
  } catch (error) {
    // The error message may contain the URL, which contains the key.
    const { name, cause } = Object(error);
    return fail('unavailable', [name, Object(cause).code].filter(Boolean).join(' '));
  }
}

function failWithStatus(status: number): SeriesResult {
  const detail = `status ${status}`;
  if (status === 401 || status === 403) return fail('key-rejected', detail);
  return fail(status === 429 ? 'rate-limited' : 'unavailable', detail);
}

function readBody(text: string): SeriesResult {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), body), text);
  // The response repeats the request with the key, so the detail quotes nothing from it.
  if (!parsed.success) {
    return fail('unreadable', `unexpected response at ${v.getDotPath(parsed.issues[0]) ?? 'the top level'}`);
  }
  const { total, data } = parsed.output.response;
  if (total > data.length) return fail('unreadable', `response has ${data.length} of ${total} rows`);
  const figures: DieselFigure[] = [];
  for (const { period, series, value } of data) {
    const area = areaOfSeries(series);
    if (area === undefined) return fail('unreadable', 'response has a series that was not requested');
    // A price that is not published yet is null or empty.
    if (value === null || value === undefined || value === '') continue;
    const price = v.safeParse(number, value);
    if (!price.success) return fail('unreadable', `price of ${area} is not a number`);
    figures.push({ week: period, area, price: price.output });
  }
  return { ok: true, figures };
}
