import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as v from 'valibot';
import { KEY_MALFORMED } from '../../../shared/accounts/idempotency/answer-once.ts';
import { ContendedWriteError } from '../../../shared/platform/dynamodb/contended-write-error.ts';
import type { ApiRequest } from '../../../shared/platform/http/api-request.ts';
import { type ApiOperation, createApiHandler } from '../../../shared/platform/http/handlers/api-handler.ts';
import { createDocumentHandler } from '../../../shared/platform/http/handlers/fixed-document.ts';
import { readRequest } from '../../../shared/platform/http/handlers/read-request.ts';
import { reject, succeed } from '../../../shared/platform/http/outcome.ts';
import { ERROR_FORMATS } from '../../../shared/platform/http/rejection.ts';
import { logOutput } from '../../../shared/platform/logging/log.ts';
import { lambdaContext, proxyEvent } from '../../support/proxy-event.ts';

type Thing = { thing: string };
const THING = () => succeed({ thing: 'one' });

/** A path of each error format. */
const PATHS = { quotes: '/api/v1/quotes', rates: '/api/v1/rates', general: '/v1/webhooks' };

const BODY = { schema: v.unknown() };
const WITHOUT_BODY: ApiOperation<Thing> = {
  path: PATHS.rates,
  response: { schema: v.object({ thing: v.string() }) },
};

const handle = async (
  {
    run = THING,
    ...overrides
  }: Partial<ApiOperation<Thing>> & {
    readonly run?: Parameters<typeof createApiHandler<Thing>>[1];
  },
  event = proxyEvent({ body: '{}' }),
  remainingMs?: number,
) => {
  const handler = createApiHandler({ ...WITHOUT_BODY, body: BODY, ...overrides }, run);
  const result = await handler(event, lambdaContext(remainingMs));
  return {
    status: result.statusCode,
    headers: result.headers ?? {},
    body: JSON.parse(result.body) as unknown,
  };
};

let lines: string[];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(logOutput, level).mockImplementation((line: string) => void lines.push(line));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the request of an operation', () => {
  const CALLER = { orgId: 'org_1', mode: 'test' as const, keyId: 'key_1', scopes: ['read'] };

  it.each([
    [{ A: 'a' }, { A: ['a'] }, { a: 'a' }],
    [{ A: 'b' }, { A: ['a', 'b'] }, { a: 'a, b' }],
    [{ A: '' }, {}, { a: '' }],
    [null, null, {}],
  ])('of the headers %j and %j has %j', (headers, multiValueHeaders, expected) => {
    const event = proxyEvent();
    Object.assign(event, { headers, multiValueHeaders });
    expect(readRequest(event, CALLER, false).headers).toEqual(expected);
  });

  it.each([
    ['a%2Fb', 'a/b'],
    ['a+b%20c', 'a+b c'],
    ['%E2%9C%93', '✓'],
    ['%', '%'],
  ])('of the path parameter %s has %s', (id, said) => {
    expect(readRequest(proxyEvent({ pathParameters: { id } }), CALLER, false).path).toEqual({ id: said });
  });
});

describe('a body', () => {
  it.each([null, '', '  ', '{', '\uFEFF', '\uFEFF  ', '\uFEFF\uFEFF"two marks"', '{"__proto__":1}'])(
    '%j is rejected with its field before the operation runs',
    async (body) => {
      const run = jest.fn(THING);
      expect(await handle({ run, path: PATHS.quotes }, proxyEvent({ body }))).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_PARAMETERS', details: { errors: [{ field: 'body' }] } } },
      });
      expect(run).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['"Zürich"', false],
    ['"Zürich"', true],
    ['\uFEFF"Zürich"', false],
    ['\uFEFF"Zürich"', true],
  ])('%j is read (base64: %j)', async (text, isBase64Encoded) => {
    const run = ({ body }: ApiRequest) => succeed({ thing: String(body) });
    const body = isBase64Encoded ? Buffer.from(text).toString('base64') : text;
    expect(await handle({ run }, proxyEvent({ body, isBase64Encoded }))).toMatchObject({
      status: 200,
      body: { thing: 'Zürich' },
    });
  });

  it.each([
    [200, `{}${' '.repeat(1_048_574)}`],
    [400, `{}${' '.repeat(1_048_575)}`],
    [200, JSON.stringify('u'.repeat(600_000))],
    [400, JSON.stringify('ü'.repeat(600_000))],
  ])('has at most 1,048,576 bytes, not characters: %d', async (status, body) => {
    expect(await handle({}, proxyEvent({ body }))).toMatchObject({ status });
  });

  it('may be absent if it is optional, and is not read if the operation has none', async () => {
    const run = jest.fn((_: ApiRequest) => succeed({ thing: 'one' }));
    for (const body of ['', ' \n', '{"a":1}', null])
      await handle({ body: { ...BODY, optional: true }, run }, proxyEvent({ body }));
    expect(run.mock.calls.map(([{ body }]) => body ?? 'none')).toEqual(['none', 'none', { a: 1 }, 'none']);
    expect(await handle({ body: { ...BODY, optional: true }, run }, proxyEvent({ body: '{' }))).toMatchObject(
      {
        status: 400,
      },
    );
    expect(await createApiHandler(WITHOUT_BODY, THING)(proxyEvent(), lambdaContext())).toMatchObject({
      statusCode: 200,
    });
  });
});

describe('fields of a body that the operation does not know', () => {
  const lane = v.object({ origin: v.string(), stops: v.optional(v.array(v.object({ place: v.string() }))) });
  const body = {
    schema: v.pipe(
      v.custom((value) => value !== 1),
      v.object({ name: v.string(), lanes: v.array(lane) }),
    ),
    ignored: ['version'],
  };
  const given = {
    name: 'a',
    color: 1,
    version: 2,
    lanes: [
      { origin: 'b', weight: 1 },
      { origin: 'c', weight: 2, stops: [{ place: 'd', at: 1 }] },
    ],
  };
  const WARNING = 'Unknown fields were ignored: color, lanes[].weight, lanes[].stops[].at.';
  const answer = async (
    response: v.GenericSchema<unknown, object>,
    answered: object,
    input: unknown = given,
    of: object = body,
  ) => {
    const handler = createApiHandler<object>(
      { path: PATHS.quotes, body: of as typeof body, response: { schema: response } },
      () => succeed(answered),
    );
    return JSON.parse(
      (await handler(proxyEvent({ body: JSON.stringify(input) }), lambdaContext())).body,
    ) as unknown;
  };

  it('are named in the warnings of the answer, or of its data', async () => {
    const warnings = v.array(v.string());
    expect(await answer(v.object({ warnings: v.exactOptional(warnings) }), {})).toEqual({
      warnings: [WARNING],
    });
    const data = v.object({ data: v.object({ warnings }) });
    expect(await answer(data, { data: { warnings: ['one'] } })).toEqual({
      data: { warnings: ['one', WARNING] },
    });
    expect(await answer(v.object({}), {})).toEqual({});
  });

  it('are named for each lane of a list of lanes', async () => {
    const priced = [{ analysis: { warnings: [] } }, { analysis: { warnings: [] } }];
    const lanes = [{ origin: 'a' }, { origin: 'b', weight: 1 }];
    expect(await answer(v.looseObject({}), { data: priced }, lanes, { schema: v.array(lane) })).toEqual({
      data: [priced[0], { analysis: { warnings: ['Unknown fields were ignored: weight.'] } }],
    });
  });

  it('are at most 20 of many', async () => {
    const many = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`f${at}`, 1]));
    const {
      warnings: [warning],
    } = (await answer(
      v.object({ warnings: v.exactOptional(v.array(v.string())) }),
      {},
      { name: 'a', lanes: [], ...many },
    )) as { warnings: string[] };
    expect(warning).toMatch(/: f0, .*, f19 and 3 more\.$/);
  });
});

describe('an error', () => {
  it.each([
    [reject({ kind: 'invalid', message: 'No.' }), 'request'],
    [reject(KEY_MALFORMED), 'Idempotency-Key'],
  ])('has a field in details.errors of the quotes format: %#', async (outcome, field) => {
    expect(await handle({ path: PATHS.quotes, run: () => outcome })).toMatchObject({
      body: {
        error: { code: 'INVALID_PARAMETERS', details: { errors: [{ field, message: expect.any(String) }] } },
      },
    });
  });

  it.each(ERROR_FORMATS)(
    'of our own is 500 in the format %s, and its cause only in the log',
    async (format) => {
      const run = async () => {
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('table organizations-x7 is gone');
      };
      const { status, body, headers } = await handle({ path: PATHS[format], run });
      expect([status, headers['X-Request-Id']]).toEqual([500, 'request-1']);
      expect(JSON.stringify(body)).not.toContain('organizations-x7');
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          ...{ code: 'API_CALL_FAILED', requestId: 'request-1', orgId: 'org_1', mode: 'test' },
          errorMessage: 'table organizations-x7 is gone',
        }),
      ]);
    },
  );

  it.each([
    [undefined, expect.stringContaining('try again')],
    ['Too many quotes.', 'Too many quotes.'],
  ])(
    'of a write for which other writes came first is 429 with Retry-After',
    async (callerMessage, message) => {
      const options = callerMessage === undefined ? {} : { callerMessage };
      const run = () =>
        Promise.reject(new ContendedWriteError('cancelled 16 times by other writes', options));
      const { status, body, headers } = await handle({ path: PATHS.quotes, run });
      expect([status, headers['Retry-After']]).toEqual([429, '1']);
      expect(body).toEqual({ error: { code: 'RATE_LIMIT_EXCEEDED', message, details: {} } });
    },
  );

  it("is 500 just before Lambda's timeout, and without a caller", async () => {
    const run = () => new Promise<never>(() => {});
    expect(await handle({ run }, undefined, 600)).toMatchObject({
      status: 500,
      body: { error: { code: 500 } },
    });
    const event = proxyEvent({ body: '{}' });
    event.requestContext.authorizer = undefined;
    expect(await handle({}, event)).toMatchObject({ status: 500 });
    expect(lines.map((line) => JSON.parse(line).code)).toEqual([
      'API_CALL_TIMED_OUT',
      'API_CALLER_CONTEXT_MISSING',
    ]);
  });
});

describe('an answer that differs from its schema', () => {
  const run = () => succeed({ thing: 12, secret: 'value' } as unknown as Thing);

  afterEach(() => {
    delete process.env.RESPONSE_MISMATCH;
  });

  it('is 500 in mode reject, without its values in the log', async () => {
    process.env.RESPONSE_MISMATCH = 'reject';
    expect(await handle({ run })).toMatchObject({ status: 500 });
    expect(lines.join()).toContain('thing: expected string');
    expect(lines.join()).not.toContain('value');
  });

  it('is else sent, logged and counted', async () => {
    expect(await handle({ run })).toMatchObject({
      status: 200,
      body: { thing: 12 },
    });
    const [logged, metric] = lines.map((line) => JSON.parse(line));
    expect(logged).toMatchObject({ code: 'API_RESPONSE_MISMATCH', requestId: 'request-1' });
    expect(metric).toMatchObject({ ResponseMismatch: 1, _aws: { CloudWatchMetrics: [expect.anything()] } });
  });
});

describe('a document that is the same for all callers', () => {
  const answer = createDocumentHandler('{"openapi":"3.1.0"}');
  const TAG = answer({ httpMethod: 'GET' }).headers.ETag ?? '';

  it.each([
    ['If-None-Match', TAG, 304],
    ['if-none-match', `W/${TAG}`, 304],
    ['If-None-Match', '*', 304],
    ['If-None-Match', '"old"', 200],
    ['If-None-Match', TAG.replaceAll('"', ''), 200],
  ])('is answered to %s: %s with %d', (name, tags, status) => {
    expect(answer({ httpMethod: 'GET', headers: { [name]: tags } })).toMatchObject({ statusCode: status });
    expect(createDocumentHandler('{}')({ httpMethod: 'GET' }).headers.ETag).not.toBe(TAG);
  });
});
