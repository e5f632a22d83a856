import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEY_MALFORMED } from '../../../../../shared/accounts/idempotency/idempotency-key.ts';
import { ContendedWriteError } from '../../../../../shared/platform/dynamodb/contended-write-error.ts';
import type { ApiRequest } from '../../../../../shared/platform/http/api-request.ts';
import { ERROR_FORMATS } from '../../../../../shared/platform/http/error-format.ts';
import {
  type ApiOperation,
  createApiHandler,
} from '../../../../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../../../../shared/platform/http/outcome.ts';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import { lambdaContext, proxyEvent } from '../../../../support/proxy-event.ts';

type Thing = { thing: string };

const operation = (overrides: Partial<ApiOperation<Thing>> = {}): ApiOperation<Thing> => ({
  errorFormat: 'rates',
  hasBody: true,
  response: v.object({ thing: v.string() }),
  responseMismatch: 'reject',
  run: () => succeed({ thing: 'one' }),
  ...overrides,
});

const handle = async (
  overrides: Partial<ApiOperation<Thing>>,
  event = proxyEvent({ body: '{}' }),
  remainingMs?: number,
) => {
  const result = await createApiHandler(operation(overrides))(event, lambdaContext(remainingMs));
  return {
    status: result.statusCode,
    headers: result.headers ?? {},
    body: JSON.parse(result.body) as unknown,
  };
};

describe('an API handler', () => {
  let lines: string[];

  beforeEach(() => {
    lines = [];
    for (const level of ['info', 'warn', 'error'] as const) {
      vi.spyOn(logOutput, level).mockImplementation((line: string) => void lines.push(line));
    }
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('adds request ID, organization and mode to all log log lines of a call', async () => {
    await handle({
      run: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('our own');
      },
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        code: 'API_CALL_FAILED',
        requestId: 'request-1',
        orgId: 'org_1',
        mode: 'test',
      }),
    ]);
  });

  it('answers 200 with the body and the request id', async () => {
    expect(await handle({})).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'Content-Type': 'application/json', 'X-Request-Id': 'request-1' }),
      body: { thing: 'one' },
    });
  });

  it('passes the caller, the parsed body and the given parameters to the operation', async () => {
    const run = vi.fn((_: ApiRequest) => succeed({ thing: 'one' }));
    const event = proxyEvent({
      body: '[1]',
      headers: { 'Idempotency-Key': 'k' },
      pathParameters: { id: 'a/b' },
      queryStringParameters: { city: 'Oakland', state: '' },
      multiValueQueryStringParameters: { city: ['Oakland'], state: [''] },
    });
    await handle({ run }, event);
    expect(run).toHaveBeenCalledWith({
      caller: { orgId: 'org_1', mode: 'test', keyId: 'key_1', requestId: 'request-1' },
      scopes: ['read', 'write'],
      requestId: 'request-1',
      path: { id: 'a/b' },
      query: { city: 'Oakland' },
      body: [1],
      headers: { 'idempotency-key': 'k' },
    });
  });

  it.each([
    ['a value twice', { limit: ['5', '5'] }, ['limit']],
    ['two values', { limit: ['5', '6'], offset: ['0'] }, ['limit']],
    ['an empty value and another', { limit: ['', '6'], status: ['a', 'b'] }, ['limit', 'status']],
    ['a long name', { ['x'.repeat(200)]: ['1', '2'] }, [`${'x'.repeat(60)}...`]],
  ])(
    'rejects a query with %s and names the parameters',
    async (_, multiValueQueryStringParameters, names) => {
      const run = vi.fn(() => succeed({ thing: 'one' }));
      const answer = await handle(
        { run, errorFormat: 'quotes' },
        proxyEvent({ multiValueQueryStringParameters }),
      );
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'INVALID_PARAMETERS',
            message: expect.stringContaining(names.join(', ')),
            details: { errors: names.map((field) => ({ field, message: 'must be sent once' })) },
          },
        },
      });
      expect(run).not.toHaveBeenCalled();
    },
  );

  it('sends a replayed answer unchanged, with Idempotency-Replayed', async () => {
    const written = '{ "thing" :  1 }';
    const run = () => ({ ok: true, replayed: written, headers: { 'X-Usage-Used': '3' } }) as const;
    const result = await createApiHandler(operation({ run }))(proxyEvent({ body: '{}' }), lambdaContext());

    expect(result).toMatchObject({
      statusCode: 200,
      body: written,
      headers: { 'Idempotency-Replayed': 'true', 'X-Usage-Used': '3', 'X-Request-Id': 'request-1' },
    });
  });

  it('sends the headers of successes and of errors', async () => {
    const headers = { 'X-Usage-Used': '3' };
    const success = await handle({ run: () => succeed({ thing: 'one' }, headers) });
    const rejection = await handle({
      run: () => reject({ kind: 'rate-limited', retryAfter: 7, message: 'no' }, headers),
    });

    expect([success.status, rejection.status]).toEqual([200, 429]);
    expect([success.headers, rejection.headers]).toMatchObject([headers, { ...headers, 'Retry-After': '7' }]);
    expect(success.headers).not.toHaveProperty('Idempotency-Replayed');
  });

  it('reads a base64 body', async () => {
    const run = vi.fn((request: ApiRequest) => succeed({ thing: String(request.body) }));
    const event = proxyEvent({ body: Buffer.from('"Zürich"').toString('base64'), isBase64Encoded: true });
    expect(await handle({ run }, event)).toMatchObject({ status: 200, body: { thing: 'Zürich' } });
  });

  it.each([null, '', '  ', '{', 'nope', '{"__proto__":1}', '['.repeat(10_000) + ']'.repeat(10_000)])(
    'rejects the body %j with 400 before the operation runs',
    async (body) => {
      const run = vi.fn(() => succeed({ thing: 'one' }));
      expect(await handle({ run }, proxyEvent({ body }))).toMatchObject({
        status: 400,
        body: { error: { code: 400 } },
      });
      expect(run).not.toHaveBeenCalled();
    },
  );

  it.each([false, true])('reads a body that begins with a byte order mark (base64: %j)', async (encoded) => {
    const run = vi.fn((request: ApiRequest) => succeed({ thing: String(request.body) }));
    const text = '\uFEFF"Zürich"';
    const body = encoded ? Buffer.from(text).toString('base64') : text;
    const event = proxyEvent({ body, isBase64Encoded: encoded });
    expect(await handle({ run }, event)).toMatchObject({ status: 200, body: { thing: 'Zürich' } });
  });

  it.each(['\uFEFF', '\uFEFF  ', '\uFEFF\uFEFF"two marks"'])('rejects the body %j', async (body) => {
    expect(await handle({}, proxyEvent({ body }))).toMatchObject({ status: 400 });
  });

  it('reads a body of 1,048,576 bytes and rejects a longer one', async () => {
    const sized = (bytes: number) => proxyEvent({ body: `{}${' '.repeat(bytes - 2)}` });
    const statuses = await Promise.all([1_048_576, 1_048_577].map((bytes) => handle({}, sized(bytes))));
    expect(statuses.map(({ status }) => status)).toEqual([200, 400]);
  });

  it.each([null, '{', '"'.repeat(1_048_577)])(
    'names the body in details.errors of the quotes format',
    async (body) => {
      expect(await handle({ errorFormat: 'quotes' }, proxyEvent({ body }))).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'INVALID_PARAMETERS',
            details: { errors: [{ field: 'body', message: expect.any(String) }] },
          },
        },
      });
    },
  );

  it('counts the bytes of a body, not its characters', async () => {
    const characters = 600_000;
    const event = proxyEvent({ body: JSON.stringify('ü'.repeat(characters)) });
    expect(await handle({}, event)).toMatchObject({ status: 400 });
    expect(await handle({}, proxyEvent({ body: JSON.stringify('u'.repeat(characters)) }))).toMatchObject({
      status: 200,
    });
  });

  it('needs no body if the operation has none', async () => {
    expect(await handle({ hasBody: false }, proxyEvent())).toMatchObject({ status: 200 });
  });

  it('accepts an absent optional body and reads a given one', async () => {
    const run = vi.fn((_: ApiRequest) => succeed({ thing: 'one' }));
    for (const body of ['', ' \n', '{"a":1}']) {
      expect(await handle({ hasBody: 'optional', run }, proxyEvent({ body }))).toMatchObject({ status: 200 });
    }
    expect(await handle({ hasBody: 'optional', run }, proxyEvent())).toMatchObject({ status: 200 });
    expect(run.mock.calls.map(([{ body }]) => body ?? 'none')).toEqual(['none', 'none', { a: 1 }, 'none']);
    expect(await handle({ hasBody: 'optional', run }, proxyEvent({ body: '{' }))).toMatchObject({
      status: 400,
    });
  });

  it("returns the authorizer's error before it reads the body", async () => {
    const event = proxyEvent({ body: '{' });
    const rejection = '{"error":{"code":403,"message":"suspended"}}';
    event.requestContext.authorizer = {
      orgId: 'org_1',
      mode: 'live',
      keyId: 'key_1',
      rejection,
      rejectionStatus: '403',
    };
    expect(await handle({}, event)).toMatchObject({ status: 403, body: { error: { message: 'suspended' } } });
  });

  it.each(ERROR_FORMATS)('writes an error of the operation in the format %s', async (errorFormat) => {
    const rejection = {
      kind: 'invalid',
      message: 'No.',
      code: 'NO_ROUTE',
      details: { origin: 'Nome, AK' },
      topLevelMembers: { errors: [] },
    } as const;
    const shapes = {
      quotes: { error: { code: 'NO_ROUTE', message: 'No.', details: { origin: 'Nome, AK' } } },
      rates: { error: { code: 400, message: 'No.' }, errors: [] },
      general: { success: false, error: { code: 'invalid_request', message: 'No.' } },
    };
    expect(await handle({ errorFormat, run: () => reject(rejection) })).toMatchObject({
      status: 400,
      body: shapes[errorFormat],
    });
  });

  it.each([
    ['no body', {}, proxyEvent(), 'body'],
    ['malformed JSON', {}, proxyEvent({ body: '{' }), 'body'],
    ['a body over 1 MB', {}, proxyEvent({ body: JSON.stringify('x'.repeat(1_100_000)) }), 'body'],
    ['a fault of no field', { run: () => reject({ kind: 'invalid', message: 'No.' }) }, undefined, 'request'],
    ['a faulty Idempotency-Key', { run: () => reject(KEY_MALFORMED) }, undefined, 'Idempotency-Key'],
  ] as const)(
    'names the field of %s in details.errors of the quotes format',
    async (_case, parts, event, field) => {
      expect(await handle({ errorFormat: 'quotes', ...parts }, event)).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'INVALID_PARAMETERS',
            details: { errors: [{ field, message: expect.stringMatching(/./) }] },
          },
        },
      });
    },
  );

  it.each(ERROR_FORMATS)(
    'answers 500 in the format %s if the operation throws, and writes the cause only to the log',
    async (errorFormat) => {
      const run = () => Promise.reject(new Error('table organizations-x7 is gone'));
      const { status, body, headers } = await handle({ errorFormat, run });
      expect(status).toBe(500);
      expect(headers['X-Request-Id']).toBe('request-1');
      expect(JSON.stringify(body)).not.toContain('organizations-x7');
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          code: 'API_CALL_FAILED',
          requestId: 'request-1',
          errorMessage: 'table organizations-x7 is gone',
        }),
      ]);
    },
  );

  it.each(ERROR_FORMATS)(
    'answers 429 in the format %s if other writes came first at every attempt',
    async (errorFormat) => {
      const run = () => Promise.reject(new ContendedWriteError('cancelled 16 times by other writes'));
      const { status, body, headers } = await handle({ errorFormat, run });
      expect(status).toBe(429);
      expect(headers['Retry-After']).toBe('1');
      expect(JSON.stringify(body)).toContain('try again');
      expect(lines.join()).toContain('API_WRITE_CONTENDED');
    },
  );

  it('answers 429 with the message that the error has for callers', async () => {
    const message = 'Too many quotes. Wait for the seconds in Retry-After, then try again.';
    const run = () => Promise.reject(new ContendedWriteError('injected', { callerMessage: message }));
    const { status, body, headers } = await handle({ errorFormat: 'quotes', run });
    expect([status, headers['Retry-After']]).toEqual([429, '1']);
    expect(body).toEqual({ error: { code: 'RATE_LIMIT_EXCEEDED', message, details: {} } });
  });

  it("answers 500 just before Lambda's timeout", async () => {
    const run = () => new Promise<never>(() => {});
    expect(await handle({ run }, undefined, 600)).toMatchObject({
      status: 500,
      body: { error: { code: 500 } },
    });
    expect(lines.join()).toContain('API_CALL_TIMED_OUT');
  });

  it('answers 500 without a caller context', async () => {
    const event = proxyEvent({ body: '{}' });
    event.requestContext.authorizer = undefined;
    expect(await handle({}, event)).toMatchObject({ status: 500 });
    expect(lines.join()).toContain('API_CALLER_CONTEXT_MISSING');
  });

  describe('whose operation returns a body that differs from its schema', () => {
    const run = () => succeed({ thing: 12, secret: 'value' } as unknown as Thing);

    it('fails in mode reject', async () => {
      expect(await handle({ run })).toMatchObject({ status: 500 });
      expect(lines.join()).toContain('thing: expected string');
      expect(lines.join()).not.toContain('value');
    });

    it('answers, logs and counts in mode report', async () => {
      expect(await handle({ run, responseMismatch: 'report' })).toMatchObject({
        status: 200,
        body: { thing: 12 },
      });
      const [logged, metric] = lines.map((line) => JSON.parse(line));
      expect(logged).toMatchObject({ code: 'API_RESPONSE_MISMATCH', requestId: 'request-1' });
      expect(metric).toMatchObject({ ResponseMismatch: 1, _aws: { CloudWatchMetrics: [expect.anything()] } });
    });
  });
});
