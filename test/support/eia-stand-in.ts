import { createServer, type ServerResponse } from 'node:http';
import { DIESEL_AREAS, type DieselArea, type DieselPrices } from '../../shared/costs/diesel/diesel-prices.ts';

/** The only key that the stand-in takes. */
export const EIA_KEY = 'stand-in-key-1234567890';

/** Answers one call, having seen its query. */
export type EiaBehaviour = (query: URLSearchParams, response: ServerResponse) => void;

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

/** As the EIA answers: its rows of the series asked for from `start` on; the request, key and all, is repeated. */
export function answerRows(rows: readonly Row[]): EiaBehaviour {
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

/** Rows of whole weeks, with the values as texts, as the EIA has them now. */
export const rowsOf = (weeks: Readonly<Record<string, DieselPrices>>, asText = true): Row[] =>
  Object.entries(weeks).flatMap(([period, prices]) =>
    DIESEL_AREAS.map((area) => ({ period, area, value: asText ? String(prices[area]) : prices[area] })),
  );

/** Refuses every call with a status. */
export const refuse =
  (status: number): EiaBehaviour =>
  (_query, response) =>
    sendJson(response, status, { error: { code: 'REFUSED', message: 'no' } });

/** Sends a text as if it were the answer. */
export const sendText =
  (text: string): EiaBehaviour =>
  (query, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text.replace('KEY', query.get('api_key') ?? ''));
  };

/** Takes the call and never answers. */
export const hang: EiaBehaviour = () => undefined;

/** The EIA's open data interface on this machine: one behaviour a call, the last one for all further calls. */
export async function startEiaStandIn() {
  let behaviours: readonly EiaBehaviour[] = [answerRows([])];
  const calls: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET' || pathname !== '/v2/petroleum/pri/gnd/data/') {
      return sendJson(response, 404, { error: { code: 'NOT_FOUND', message: pathname } });
    }
    const behave = behaviours[Math.min(calls.length, behaviours.length - 1)];
    calls.push(searchParams);
    behave?.(searchParams, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    behave: (...next: readonly EiaBehaviour[]) => {
      calls.length = 0;
      behaviours = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type EiaStandIn = Awaited<ReturnType<typeof startEiaStandIn>>;
