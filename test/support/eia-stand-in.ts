import { createServer, type ServerResponse } from 'node:http';
import { DIESEL_AREAS, type DieselArea, type DieselPrices } from '../../shared/costs/diesel/diesel-prices.ts';

/** The only API key that the stand-in accepts. */
export const EIA_KEY = 'stand-in-key-1234567890';

/** Responds to one call, given its query. */
export type EiaBehavior = (query: URLSearchParams, response: ServerResponse) => void;

interface Row {
  readonly period: string;
  readonly area: DieselArea;
  readonly value: unknown;
}

const AREA = /^EMD_EPD2D_PTE_(\w+)_DPG$/;

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** Responds as the EIA does: rows of the requested series from `start` on, and the request with its key. */
export function respondWithRows(rows: readonly Row[]): EiaBehavior {
  return (query, response) => {
    if (query.get('api_key') !== EIA_KEY) {
      const error = { code: 'API_KEY_INVALID', message: `An invalid api_key was supplied.` };
      return sendJson(response, 403, { error });
    }
    const areas = query.getAll('facets[series][]').map((series) => AREA.exec(series)?.[1]);
    const data = rows
      .filter(({ period, area }) => areas.includes(area) && period >= (query.get('start') ?? ''))
      .map(({ period, area, value }) => ({
        period,
        duoarea: area,
        'area-name': area,
        product: 'EPD2D',
        'product-name': 'No 2 Diesel',
        process: 'PTE',
        'process-name': 'Retail Sales',
        series: `EMD_EPD2D_PTE_${area}_DPG`,
        'series-description': `${area} No 2 Diesel Retail Prices (Dollars per Gallon)`,
        value,
        units: '$/GAL',
      }));
    sendJson(response, 200, {
      response: { total: String(data.length), dateFormat: 'YYYY-MM-DD', frequency: 'weekly', data },
      request: { command: '/v2/petroleum/pri/gnd/data/', params: Object.fromEntries(query) },
      apiVersion: '2.1.8',
    });
  };
}

/** Rows of whole weeks. The values are strings, as in the current EIA API, or numbers. */
export const rowsOf = (weeks: Readonly<Record<string, DieselPrices>>, asStrings = true): Row[] =>
  Object.entries(weeks).flatMap(([period, prices]) =>
    DIESEL_AREAS.map((area) => ({ period, area, value: asStrings ? String(prices[area]) : prices[area] })),
  );

/** Rejects every call with a status. */
export const rejectWith =
  (status: number): EiaBehavior =>
  (_query, response) =>
    sendJson(response, status, { error: { code: 'REJECTED', message: 'no' } });

/** Sends `text` as the response body, with KEY replaced by the API key of the request. */
export const respondWithText =
  (text: string): EiaBehavior =>
  (query, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text.replace('KEY', query.get('api_key') ?? ''));
  };

/** Accepts the call and never responds. */
export const hang: EiaBehavior = () => undefined;

/** Starts a stand-in for the EIA's API: one behavior per call; the last behavior applies to all further calls. */
export async function startEiaStandIn() {
  let behaviors: readonly EiaBehavior[] = [respondWithRows([])];
  const calls: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET' || pathname !== '/v2/petroleum/pri/gnd/data/') {
      return sendJson(response, 404, { error: { code: 'NOT_FOUND', message: pathname } });
    }
    const behave = behaviors[Math.min(calls.length, behaviors.length - 1)];
    calls.push(searchParams);
    behave?.(searchParams, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    behave: (...next: readonly EiaBehavior[]) => {
      calls.length = 0;
      behaviors = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type EiaStandIn = Awaited<ReturnType<typeof startEiaStandIn>>;
