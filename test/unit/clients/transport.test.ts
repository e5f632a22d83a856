import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { FreightClient, type LogEntry } from '../../../clients/typescript/src/index.ts';
import {
  isRetryableStatus,
  readRetryAfter,
  retryDelay,
} from '../../../clients/typescript/src/transport/retry.ts';

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Behavior = (response: ServerResponse) => void;

const JSON_TYPE = { 'content-type': 'application/json', 'x-request-id': 'req-1' };

/** A JSON body. */
const answer =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behavior =>
  (response) =>
    response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body));

const tooManyRequests = (headers: Readonly<Record<string, string>> = {}): Behavior =>
  answer(
    429,
    { success: false, error: { code: 'rate_limit_exceeded', message: 'Too many requests.' } },
    headers,
  );

/** Closes the connection without a response. */
const reset: Behavior = (response) => response.socket?.resetAndDestroy();

/** Never answers. */
const silence: Behavior = () => {};

/** Sends headers and a part of the body, then nothing. */
const stall: Behavior = (response) => {
  response.writeHead(200, JSON_TYPE).write('{"status":');
};

/** Sends a part of the promised body and closes the connection. */
const truncated: Behavior = (response) => {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('{"status":');
  setTimeout(() => response.destroy(), 20);
};

const malformed: Behavior = (response) => response.writeHead(200, JSON_TYPE).end('{"status":');

const htmlBadGateway: Behavior = (response) =>
  response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');

const requests: ReceivedRequest[] = [];
let behaviors: readonly Behavior[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    behaviors[Math.min(requests.length, behaviors.length) - 1]?.(response);
  });
});
// A connection that the server closes while a slow machine sends a request would be a fault that no test asked for.
server.keepAliveTimeout = 600_000;

/** Behavior of the next requests, in order; the last one is repeated. */
const script = (...next: readonly Behavior[]) => {
  behaviors = next;
  requests.length = 0;
};

const API_KEY = 'frk_test_0123456789abcdef';
const USAGE = answer(200, { status: 'success', data: { used: 7 } });
const QUOTE = answer(200, { quote: { quote_id: 'Q-1' } });
const RATES = answer(200, { status: 'success', data: [] });
const LANE = { originTerminal: 'T', destinationCity: 'Chicago', destinationState: 'IL' };
const ORDER = { origin: 'USLAX', destination: 'USCHI', equipment_type: 'dryvan', pickup_date: '2026-11-02' };

let url: string;
let client: FreightClient;
let log: LogEntry[];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
afterEach(() => {
  jest.restoreAllMocks();
});
const clientWith = (timeoutMs: number) =>
  new FreightClient({ apiKey: API_KEY, baseUrl: url, timeoutMs, log: (entry) => log.push(entry) });
beforeEach(() => {
  log = [];
  client = clientWith(5_000);
  // Waits without Retry-After have no length.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

const failureOf = async (call: PromiseLike<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

const FAULTS: readonly (readonly [string, Behavior])[] = [
  ['429 without Retry-After', tooManyRequests()],
  ['429 with Retry-After of 0 s', tooManyRequests({ 'retry-after': '0' })],
  ['a connection reset', reset],
  ['no response', silence],
  ['a body that stalls', stall],
  ['a truncated body', truncated],
  ['malformed JSON', malformed],
  ['502 with HTML', htmlBadGateway],
  ['503', answer(503, { success: false, error: { code: 'internal_error', message: 'Busy.' } })],
];

describe.each(FAULTS)('%s', (_, fault) => {
  beforeEach(() => {
    if (fault === silence || fault === stall) client = clientWith(500);
  });

  it('is survived by a read', async () => {
    script(fault, fault, USAGE);
    const { data, response } = await client.usage.get().withResponse();
    expect(data.used).toBe(7);
    expect(response).toMatchObject({ status: 200, attempts: 3, requestId: 'req-1' });
    expect(requests).toHaveLength(3);
  });

  it('is survived by a POST with the same Idempotency-Key and body', async () => {
    script(fault, fault, QUOTE);
    expect(await client.quotes.create(ORDER)).toEqual({ quote_id: 'Q-1' });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(requests.map(({ body }) => body))).toEqual(new Set([JSON.stringify(ORDER)]));
  });

  it('ends a POST without a key at the first attempt', async () => {
    script(fault, QUOTE);
    const error = await failureOf(client.quotes.convert('Q-1'));
    expect(error).toMatchObject({ attempts: 1 });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('ends a call after the last retry, without the key in the error or the log', async () => {
    script(fault);
    const error = await failureOf(client.rates.price([LANE], { maxRetries: 1 }));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ attempts: 2 });
    expect(requests).toHaveLength(2);
    expect(inspect([error, log, client], { depth: 20, showHidden: true })).not.toContain(API_KEY);
  });
});

describe('a limit', () => {
  it('is waited for as long as Retry-After states', async () => {
    script(tooManyRequests({ 'retry-after': '1' }), USAGE);
    const started = performance.now();
    await client.usage.get();
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    expect(log.find(({ kind }) => kind === 'retry')).toMatchObject({ delayMs: 1_000, attempt: 1 });
  });

  it('with a longer Retry-After than a minute ends the call', async () => {
    script(tooManyRequests({ 'retry-after': '61' }), USAGE);
    expect(await failureOf(client.usage.get())).toMatchObject({ status: 429, retryAfter: 61, attempts: 1 });
  });

  it('of a month ends the call: rates by the usage headers, quotes by the code', async () => {
    const body = { error: { code: 429, message: 'The monthly usage limit is reached.' } };
    script(answer(429, body, { 'x-usage-limit': '10', 'x-usage-used': '10' }), RATES);
    expect(await failureOf(client.rates.price([LANE]))).toMatchObject({ name: 'RatesApiError', attempts: 1 });
    const details = { used: 5, limit: 5 };
    script(answer(429, { error: { code: 'QUOTE_LIMIT_EXCEEDED', message: 'Limit.', details } }), QUOTE);
    expect(await failureOf(client.quotes.create(ORDER))).toMatchObject({ details, attempts: 1 });
    const ofLanes = { error: { code: 'USAGE_LIMIT_EXCEEDED', message: 'Limit.', details } };
    script(answer(429, ofLanes, { 'retry-after': '1' }), QUOTE);
    expect(await failureOf(client.quotes.create(ORDER))).toMatchObject({ details, attempts: 1 });
  });
});

describe('an error that a retry cannot change', () => {
  it.each([400, 401, 403, 404, 409, 501])('%d ends the call at the first attempt', async (status) => {
    script(answer(status, { success: false, error: { code: 'x', message: 'No.' } }), USAGE);
    expect(await failureOf(client.usage.get())).toMatchObject({
      status,
      code: 'x',
      requestId: 'req-1',
      attempts: 1,
    });
  });

  it('409 to a repeated POST is retried: the service still handles the earlier attempt', async () => {
    const conflict = answer(409, {
      error: { code: 'IDEMPOTENCY_CONFLICT', message: 'In progress.', details: {} },
    });
    script(silence, conflict, QUOTE);
    expect(await client.quotes.create(ORDER, { timeoutMs: 500 })).toEqual({ quote_id: 'Q-1' });
    script(conflict, QUOTE);
    expect(await failureOf(client.quotes.create(ORDER))).toMatchObject({ status: 409, attempts: 1 });
  });
});

describe('a signal', () => {
  it.each([
    ['before the call', 0, [USAGE]],
    ['during a body', 50, [stall]],
    ['during a wait', 50, [tooManyRequests({ 'retry-after': '30' })]],
  ] as const)('ends the call %s with its reason', async (_, afterMs, behaviors) => {
    script(...behaviors);
    const controller = new AbortController();
    const reason = new Error('The user left.');
    if (afterMs === 0) controller.abort(reason);
    else setTimeout(() => controller.abort(reason), afterMs);
    const started = performance.now();
    expect(await failureOf(client.usage.get({}, { signal: controller.signal, timeoutMs: 5_000 }))).toBe(
      reason,
    );
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(requests.length).toBeLessThanOrEqual(1);
  });
});

describe('wrong arguments', () => {
  const options = { apiKey: API_KEY, baseUrl: 'http://localhost:3000' };

  it.each([
    ['a key with a line break', { apiKey: `${API_KEY}\n` }],
    ['an empty key', { apiKey: '' }],
    ['no URL', { baseUrl: 'localhost' }],
    ['a URL with a password', { baseUrl: 'http://user:password@localhost' }],
    ['more time than a timer has', { timeoutMs: 2 ** 31 }],
    ['a part of a retry', { maxRetries: 1.5 }],
    ['a signal for all calls', { signal: new AbortController().signal }],
  ])('%s is a TypeError without the key', (_, change) => {
    let error: unknown;
    try {
      new FreightClient({ ...options, ...change });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ name: 'TypeError' });
    expect(String(error)).not.toContain(API_KEY);
  });

  it.each(['', '.', '..'])('the id %j is a TypeError: it would call another path', (id) => {
    script(USAGE);
    expect(() => client.webhooks.delete(id)).toThrow(TypeError);
    expect(() => client.deliveries.list('wh_1').pages).not.toThrow();
    expect(() => client.deliveries.get('wh_1', id)).toThrow(TypeError);
    expect(requests).toHaveLength(0);
  });

  it('an id is encoded', async () => {
    script(answer(200, { quote: {} }));
    await client.quotes.get('a/../b?c#d');
    expect(requests[0]?.url).toBe('/api/v1/quotes/a%2F..%2Fb%3Fc%23d');
  });
});

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const NOW = Date.UTC(2026, 10, 2, 15, 0, 0);
const headers = (entries: Record<string, string>) => new Headers(entries);

describe('the delay before a retry', () => {
  it('without Retry-After is a random part of a limit that doubles from 500 ms to 8 s', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), unit, (retry, random) => {
        const limit = Math.min(8_000, 500 * 2 ** (retry - 1));
        expect(retryDelay(retry, undefined, () => random)).toBeCloseTo(random * limit, 6);
      }),
    );
  });

  it('is never shorter than Retry-After, and at most 500 ms longer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 60_000 }),
        unit,
        (retry, after, random) => {
          const delay = retryDelay(retry, after, () => random) ?? Number.NaN;
          expect(delay).toBeGreaterThanOrEqual(after);
          expect(delay).toBeLessThanOrEqual(after + 500);
        },
      ),
    );
  });
});

describe('Retry-After', () => {
  it('is read in seconds, and is 0 for a date of the past', () => {
    expect(readRetryAfter(headers({ 'retry-after': '7' }), NOW)).toBe(7_000);
    expect(readRetryAfter(headers({ 'retry-after': new Date(NOW - 1_000).toUTCString() }), NOW)).toBe(0);
  });

  it('is read as a date, relative to the Date header of the response: a wrong clock does not matter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 86_400 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        (seconds, skew) => {
          const until = new Date(NOW + seconds * 1_000).toUTCString();
          const response = headers({ 'retry-after': until, date: new Date(NOW).toUTCString() });
          expect(readRetryAfter(response, NOW + skew)).toBe(seconds * 1_000);
          expect(readRetryAfter(headers({ 'retry-after': until }), NOW)).toBe(seconds * 1_000);
        },
      ),
    );
  });

  it.each(['', '-5', '1.5', 'soon', '2026-11-02', 'Mon, nonsense GMT'])('%j is ignored', (text) => {
    expect(readRetryAfter(headers({ 'retry-after': text }), NOW)).toBeUndefined();
  });
});

it('only statuses after which the same request can succeed are retryable', () => {
  const retryable = Array.from({ length: 500 }, (_, index) => 100 + index).filter(isRetryableStatus);
  expect(retryable.filter((status) => status < 500)).toEqual([408, 429]);
  expect(retryable).not.toContain(501);
  expect(retryable).toEqual(expect.arrayContaining([500, 502, 503, 504]));
});
