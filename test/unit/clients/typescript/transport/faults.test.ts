import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  ConnectionError,
  FreightClient,
  GeneralApiError,
  InvalidResponseError,
  type LogEntry,
  RequestTimeoutError,
} from '../../../../../clients/typescript/src/index.ts';
import {
  answer,
  type Behavior,
  type FaultyServer,
  htmlBadGateway,
  malformed,
  reset,
  silence,
  stall,
  startFaultyServer,
  tooManyRequests,
  truncated,
} from './faulty-server.ts';

const API_KEY = 'frk_test_0123456789abcdef';
const USAGE = answer(200, { status: 'success', data: { used: 7 } });
const QUOTE = answer(200, { quote: { quote_id: 'Q-1' } });
const RATES = answer(200, { status: 'success', data: [] });
const LANE = { originTerminal: 'T', destinationCity: 'Chicago', destinationState: 'IL' };
const ORDER = { origin: 'USLAX', destination: 'USCHI', equipment_type: 'dryvan', pickup_date: '2026-11-02' };

let server: FaultyServer;
let client: FreightClient;
let log: LogEntry[];

beforeAll(async () => {
  server = await startFaultyServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  log = [];
  client = new FreightClient({
    apiKey: API_KEY,
    baseUrl: server.url,
    timeoutMs: 300,
    log: (entry) => log.push(entry),
  });
  // Waits without Retry-After have no length.
  vi.spyOn(Math, 'random').mockReturnValue(0);
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
  it('is survived by a read', async () => {
    server.script(fault, fault, USAGE);
    const { data, response } = await client.usage.get().withResponse();
    expect(data.used).toBe(7);
    expect(response).toMatchObject({ status: 200, attempts: 3, requestId: 'req-1' });
    expect(server.requests).toHaveLength(3);
  });

  it('is survived by a POST with the same Idempotency-Key and body', async () => {
    server.script(fault, fault, QUOTE);
    expect(await client.quotes.create(ORDER)).toEqual({ quote_id: 'Q-1' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(server.requests.map(({ body }) => body))).toEqual(new Set([JSON.stringify(ORDER)]));
  });

  it('is survived by PUT and DELETE', async () => {
    server.script(fault, answer(200, { status: 'success', data: { id: 'wh_1', deleted: true } }));
    expect(await client.webhooks.delete('wh_1')).toEqual({ id: 'wh_1', deleted: true });
    server.script(fault, answer(200, { version: 2 }));
    expect(await client.pricingStrategy.replace({} as never, { ifVersion: 1 })).toEqual({ version: 2 });
    expect(server.requests[1]?.headers['if-match']).toBe('"1"');
  });

  it('ends a POST without a key at the first attempt', async () => {
    server.script(fault, QUOTE);
    const error = await failureOf(client.quotes.convert('Q-1'));
    expect(error).toMatchObject({ attempts: 1 });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('ends a call after the last retry, without the key in the error or the log', async () => {
    server.script(fault);
    const error = await failureOf(client.rates.price([LANE], { maxRetries: 1 }));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ attempts: 2 });
    expect(server.requests).toHaveLength(2);
    const { inspect } = await import('node:util');
    expect(inspect([error, log, client], { depth: 20, showHidden: true })).not.toContain(API_KEY);
  });
});

describe('the type of an error', () => {
  it.each([
    ['a reset', reset, ConnectionError],
    ['a truncated body', truncated, ConnectionError],
    ['a time-out', silence, RequestTimeoutError],
    ['malformed JSON', malformed, InvalidResponseError],
    ['HTML', htmlBadGateway, ApiError],
    ['429', tooManyRequests(), GeneralApiError],
  ] as const)('after %s', async (_, fault, type) => {
    server.script(fault);
    expect((await failureOf(client.usage.get({}, { maxRetries: 0 })))?.constructor).toBe(type);
  });
});

describe('a limit', () => {
  it('is waited for as long as Retry-After states', async () => {
    server.script(tooManyRequests({ 'retry-after': '1' }), USAGE);
    const started = performance.now();
    await client.usage.get();
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    expect(log.find(({ kind }) => kind === 'retry')).toMatchObject({ delayMs: 1_000, attempt: 1 });
  });

  it('is waited for until the date of Retry-After', async () => {
    const until = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 1_000).toUTCString();
    server.script(tooManyRequests({ 'retry-after': until }), USAGE);
    const started = Date.now();
    await client.usage.get();
    expect(Date.now() - started).toBeGreaterThanOrEqual(990);
  });

  it('with a longer Retry-After than a minute ends the call', async () => {
    server.script(tooManyRequests({ 'retry-after': '61' }), USAGE);
    expect(await failureOf(client.usage.get())).toMatchObject({ status: 429, retryAfter: 61, attempts: 1 });
  });

  it('of a month ends the call: rates by the usage headers, quotes by the code', async () => {
    const body = { error: { code: 429, message: 'The monthly usage limit is reached.' } };
    server.script(answer(429, body, { 'x-usage-limit': '10', 'x-usage-used': '10' }), RATES);
    expect(await failureOf(client.rates.price([LANE]))).toMatchObject({ name: 'RatesApiError', attempts: 1 });
    const details = { used: 5, limit: 5 };
    server.script(
      answer(429, { error: { code: 'QUOTE_LIMIT_EXCEEDED', message: 'Limit.', details } }),
      QUOTE,
    );
    expect(await failureOf(client.quotes.create(ORDER))).toMatchObject({ details, attempts: 1 });
    const ofLanes = { error: { code: 'USAGE_LIMIT_EXCEEDED', message: 'Limit.', details } };
    server.script(answer(429, ofLanes, { 'retry-after': '1' }), QUOTE);
    expect(await failureOf(client.quotes.create(ORDER))).toMatchObject({ details, attempts: 1 });
  });
});

describe('an error that a retry cannot change', () => {
  it.each([400, 401, 403, 404, 409, 501])('%d ends the call at the first attempt', async (status) => {
    server.script(answer(status, { success: false, error: { code: 'x', message: 'No.' } }), USAGE);
    expect(await failureOf(client.usage.get())).toMatchObject({
      status,
      code: 'x',
      requestId: 'req-1',
      attempts: 1,
    });
  });

  it('a redirect is not followed', async () => {
    server.script((response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(), USAGE);
    expect(await failureOf(client.usage.get())).toMatchObject({ status: 307, attempts: 1 });
  });

  it('409 to a repeated POST is retried: the service still handles the earlier attempt', async () => {
    const conflict = answer(409, {
      error: { code: 'IDEMPOTENCY_CONFLICT', message: 'In progress.', details: {} },
    });
    server.script(silence, conflict, QUOTE);
    expect(await client.quotes.create(ORDER)).toEqual({ quote_id: 'Q-1' });
    server.script(conflict, QUOTE);
    expect(await failureOf(client.quotes.create(ORDER))).toMatchObject({ status: 409, attempts: 1 });
  });
});

describe('a signal', () => {
  it.each([
    ['before the call', 0, [USAGE]],
    ['during an attempt', 50, [silence]],
    ['during a body', 50, [stall]],
    ['during a wait', 50, [tooManyRequests({ 'retry-after': '30' })]],
  ] as const)('ends the call %s with its reason', async (_, afterMs, behaviors) => {
    server.script(...behaviors);
    const controller = new AbortController();
    const reason = new Error('The user left.');
    if (afterMs === 0) controller.abort(reason);
    else setTimeout(() => controller.abort(reason), afterMs);
    const started = performance.now();
    expect(await failureOf(client.usage.get({}, { signal: controller.signal, timeoutMs: 5_000 }))).toBe(
      reason,
    );
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(server.requests.length).toBeLessThanOrEqual(1);
  });
});

describe('the log', () => {
  it('has an entry for each attempt, response and retry', async () => {
    server.script(answer(503, {}), reset, USAGE);
    await client.usage.get({ months: 2 });
    const base = { method: 'GET', path: '/api/v1/usage' };
    const durationMs = expect.any(Number);
    expect(log).toEqual([
      { ...base, attempt: 1, kind: 'request' },
      { ...base, attempt: 1, kind: 'response', status: 503, requestId: 'req-1', durationMs },
      { ...base, attempt: 1, kind: 'retry', delayMs: 0 },
      { ...base, attempt: 2, kind: 'request' },
      { ...base, attempt: 2, kind: 'failure', error: 'ConnectionError', durationMs },
      { ...base, attempt: 2, kind: 'retry', delayMs: 0 },
      { ...base, attempt: 3, kind: 'request' },
      { ...base, attempt: 3, kind: 'response', status: 200, requestId: 'req-1', durationMs },
    ]);
    expect(server.requests[2]).toMatchObject({
      url: '/api/v1/usage?months=2',
      headers: { 'x-api-key': API_KEY },
    });
  });

  it('that throws does not change the call', async () => {
    server.script(USAGE);
    const failing = () => {
      throw new Error('The disk is full.');
    };
    const other = new FreightClient({ apiKey: API_KEY, baseUrl: `${server.url}/`, log: failing });
    expect((await other.usage.get()).used).toBe(7);
  });
});

describe('wrong arguments', () => {
  const options = { apiKey: API_KEY, baseUrl: 'http://localhost:3000' };

  it.each([
    ['a key with a line break', { apiKey: `${API_KEY}\n` }],
    ['an empty key', { apiKey: '' }],
    ['no URL', { baseUrl: 'localhost' }],
    ['another protocol', { baseUrl: 'ftp://localhost' }],
    ['a URL with a password', { baseUrl: 'http://user:password@localhost' }],
    ['no time', { timeoutMs: 0 }],
    ['more time than a timer has', { timeoutMs: 2 ** 31 }],
    ['a part of a retry', { maxRetries: 1.5 }],
    ['a signal for all calls', { signal: new AbortController().signal }],
  ])('%s is a TypeError without the key', (_, change) => {
    const create = () => new FreightClient({ ...options, ...change });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(API_KEY);
  });

  it.each(['', '.', '..'])('the id %j is a TypeError: it would call another path', (id) => {
    server.script(USAGE);
    expect(() => client.webhooks.delete(id)).toThrow(TypeError);
    expect(() => client.deliveries.list('wh_1').pages).not.toThrow();
    expect(() => client.deliveries.get('wh_1', id)).toThrow(TypeError);
    expect(server.requests).toHaveLength(0);
  });

  it('an id is encoded', async () => {
    server.script(answer(200, { quote: {} }));
    await client.quotes.get('a/../b?c#d');
    expect(server.requests[0]?.url).toBe('/api/v1/quotes/a%2F..%2Fb%3Fc%23d');
  });

  it.each(['', 'with space', 'x'.repeat(256)])('the Idempotency-Key %j is a TypeError', (idempotencyKey) => {
    expect(() => client.rates.price([LANE], { idempotencyKey })).toThrow(TypeError);
  });

  it("the caller's Idempotency-Key is sent", async () => {
    server.script(RATES);
    await client.rates.price([LANE], { idempotencyKey: 'order-7' });
    expect(server.requests[0]?.headers['idempotency-key']).toBe('order-7');
  });
});
