import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Endpoint } from '../../functions/definition-types.ts';
import { OPERATIONS } from '../../functions/definitions.ts';
import { type ErrorFormat, errorFormatOf } from '../../shared/platform/http/rejection.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createEnterprise, type TestOrganization } from '../support/service-under-test.ts';
import { OPERATION_REQUESTS, type Resources } from './tenants/operation-requests.ts';

/** Hostile requests to every described operation; test/api/mcp has those to the MCP server. */
const MAX_ANSWER_MS = 60_000;

let service: LocalService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await startLocalService({ own: true });
  organization = await createEnterprise(service);
});
afterAll(async () => {
  // A rejected request is not a failure: no function logs one.
  const failures = service.logs.filter((line) => line.includes('"level":"error"'));
  await service.stop();
  expect(failures).toEqual([]);
});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const bodyOf = (endpoint: Endpoint) =>
  OPERATION_REQUESTS[nameOf(endpoint)]?.body?.(organization.orgId, RESOURCES);

const ID = '0'.repeat(27);
const RESOURCES: Resources = {
  key_id: 'key_0000000000000000',
  upload_id: `upl_${ID}`,
  rate_upload_id: `upl_${ID}`,
  quote_upload_id: `upl_${ID}`,
  quote_id: `Q-${ID}`,
  rate_id: `C-${ID}`,
  rfp_id: `R-${ID}`,
  chat_id: `C-${ID}`,
  customer_id: `CU-${ID}`,
  webhook_id: `wh_${ID}`,
  delivery_id: `dlv_${ID}`,
  receiverUrl: 'https://93.184.215.14',
};

/** The path of an operation, with ids that do not exist or with one value for all. */
const pathOf = ({ path }: Endpoint, id?: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: keyof Resources) => id ?? RESOURCES[name]);

const ANY_ERROR: Readonly<Record<ErrorFormat, unknown>> = {
  quotes: { error: { code: expect.any(String), message: expect.any(String), details: expect.any(Object) } },
  rates: { error: { code: expect.any(Number), type: expect.any(String), message: expect.any(String) } },
  general: { success: false, error: { code: expect.any(String), message: expect.any(String) } },
};

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly json: unknown;
}

/** Sends bytes as they are, which fetch would correct or reject, and reads one answer. */
function exchange(parts: readonly (string | Uint8Array)[]): Promise<RawAnswer> {
  const { port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.setTimeout(MAX_ANSWER_MS, () => socket.destroy(new Error(`no answer in ${MAX_ANSWER_MS} ms`)));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The service closes the connection of a request that it does not read to the end.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      // An error comes as one chunk, whose length precedes it.
      const [body] = /\{.*\}/s.exec(rest.join('')) ?? [''];
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
      if (status === undefined) reject(new Error(`no answer: ${head.slice(0, 200)}`));
      else resolve({ status: Number(status), head, json: parsed(body) });
    });
    for (const part of parts) socket.write(part);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Operations that need no body; a rotation answers that the key of the test does not exist. */
const STATUS_WITHOUT_BODY: Readonly<Record<string, number>> = {
  'rotate-key': 404,
  'create-market-upload': 200,
  'create-contract-rate-upload': 200,
  'create-quote-upload': 200,
  'revise-quote': 404,
  'share-quote': 404,
};

/** So that a misspelled expiry does not make a key or a contract rate without one, and a misspelled change is not lost. */
const rejectsUnknownMembers = ({ method, path }: Endpoint): boolean =>
  path.startsWith('/api/v1/keys') ||
  path.startsWith('/api/v1/contract-rates') ||
  path.startsWith('/api/v1/customers') ||
  path.endsWith('/contract-rates') ||
  path.endsWith('/uploads') ||
  path.endsWith('/profile') ||
  path.endsWith('/organization/mail') ||
  path === '/api/v1/quote-sheets' ||
  method === 'PATCH' ||
  path.endsWith('/award') ||
  path.endsWith('/decline') ||
  path.endsWith('/revise') ||
  path.endsWith('/share');

interface RawCall {
  readonly path: string;
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
}

/** Calls an operation with a path and headers that are sent as they are, and with the key. */
function call({ method }: Pick<Endpoint, 'method'>, { path, headers = [], body }: RawCall) {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `x-api-key: ${organization.apiKey}`,
    ...length,
    ...headers,
  ];
  return exchange([`${lines.join('\r\n')}\r\n\r\n`, ...(body === undefined ? [] : [body])]);
}

/** What is wrong with the answers to hostile requests; each `Case` is a name and what is hostile. */
type Case<Value> = readonly [name: string, value: Value];

interface Expected {
  /** Statuses of an error in the format of the operation; 200 is checked by its status only. */
  readonly statuses: readonly number[];
  readonly format: ErrorFormat;
}

/** Sends all cases; the test fails with the names of those whose answer is not as expected. */
async function expectAnswers<Value>(
  cases: readonly Case<Value>[],
  { statuses, format }: Expected,
  ask: (value: Value) => Promise<RawAnswer>,
): Promise<void> {
  const wrong: unknown[] = [];
  for (const [name, value] of cases) {
    const { status, head, json } = await ask(value).catch((error: unknown) => ({
      ...{ status: 0, head: String(error), json: undefined },
    }));
    const isError = status === 200 || equals(json, ANY_ERROR[format]);
    if (!statuses.includes(status) || !isError || /^X-Injected/im.test(head))
      wrong.push([name, status, json]);
  }
  expect(wrong).toEqual([]);
}

function equals(json: unknown, expected: unknown): boolean {
  try {
    expect(json).toMatchObject(expected as object);
    return true;
  } catch {
    return false;
  }
}

const PATHS: readonly Case<string>[] = [
  ['a NUL', 'a%00b'],
  ['control characters', '%01%1b%7f'],
  ['line ends', 'a%0d%0aX-Injected:%201'],
  ['an escaped escape', '%252e%252e'],
  ['escaped slashes', '..%2f..%2fquotes'],
  ['a backslash', '%5c..%5c'],
  ['an emoji', '%F0%9F%9A%9A'],
  ['a right-to-left mark', '%E2%80%AE%E2%80%8F'],
  ['a separator of keys', 'org_x%23test%23Q-1'],
  ['a member of every object', '__proto__'],
  ['quotes of JSON', '%22%7D%5D'],
  ['a semicolon', 'Q-1;a=b'],
  ['4,000 characters', 'x'.repeat(4_000)],
];

const MALFORMED_PATHS: readonly Case<string>[] = [
  ['invalid UTF-8', '%ff%fe'],
  ['an overlong encoding', '%c0%af'],
  ['an encoded surrogate', '%ed%a0%80'],
  ['an escape of no digits', '%zz'],
  ['a cut escape', 'a%2'],
  ['a single percent sign', '%'],
];

const REPEATED: readonly Case<string>[] = [
  ['a repeated parameter', '?limit=1&limit=2'],
  ['a repeated parameter in two spellings', '?limit=1&l%69mit=2'],
  ['a repeated unknown parameter', '?a=1&a=1'],
  ['a parameter that is repeated 500 times', `?${'a=1&'.repeat(500)}`],
];

const QUERIES: readonly Case<string>[] = [
  ['control characters', '?query=%00%01%1b&status=%00&month%73=%00&cursor=%00&since=%0d%0a'],
  ['invalid UTF-8', '?query=%ff%fe&status=%c0%af&cursor=%ff'],
  ['broken escapes', '?query=%&status=%zz&cursor=%2'],
  ['members of every object', '?__proto__=1&constructor=2&toString=3'],
  ['brackets', '?query[$ne]=1&limit[]=5&status[0]=active'],
  ['numbers that are none', '?limit=1e309&offset=NaN&page=Infinity&lat=-0x1&lng=1e-400&months=%D9%A1'],
  ['1,500 parameters', `?${Array.from({ length: 1_500 }, (_, n) => n.toString(36)).join('&')}`],
  ['a question mark in the query', '?query=a?limit=5'],
];

const HEADERS: readonly Case<readonly string[]>[] = [
  ['an Idempotency-Key of 9,000 characters', [`Idempotency-Key: ${'k'.repeat(9_000)}`]],
  ['two Idempotency-Keys', ['Idempotency-Key: a', 'Idempotency-Key: b']],
  ['an Idempotency-Key outside ASCII', ['Idempotency-Key: \u00e9\u00ff']],
  ['an empty Idempotency-Key and If-Match', ['Idempotency-Key:', 'If-Match:']],
  ['If-Match of no version', ['If-Match: W/"NaN", *, "1e9"']],
  ['300 headers', Array.from({ length: 300 }, (_, n) => `X-H${n}: ${n}`)],
  ['members of every object', ['__proto__: 1', 'constructor: 2', 'hasOwnProperty: 3']],
  ['other encodings', ['Content-Type: application/json; charset=utf-16', 'Content-Encoding: gzip']],
  [
    'forged gateway headers',
    ['X-Forwarded-For: 10.0.0.1', 'X-HTTP-Method-Override: DELETE', 'X-Amzn-Trace-Id: \t1'],
  ],
];

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Texts of members; a body that is a list has them in its first item. */
const MEMBERS: readonly Case<string>[] = [
  ['a known member with 50,000 levels', `"events":${nested(50_000)}`],
  ['50,000 members', Array.from({ length: 50_000 }, (_, n) => `"m${n}":${n}`).join()],
  ['a text of 900 KB', `"origin":"${'x'.repeat(900_000)}"`],
  ['an address of 100 KB', `"url":"http://${'x'.repeat(100_000)}"`],
  ['900 KB of escapes', `"origin":"${'\\u0000'.repeat(150_000)}"`],
  ['numbers beyond all', '"pickup_date":1e999999,"validity_days":-1e999999,"since":1e400'],
  ['a number of 100,000 digits', `"validity_days":${'9'.repeat(100_000)}`],
  ['members of every object', '"__proto__":{"orgId":"x"},"constructor":{"prototype":{}}'],
  ['unpaired surrogates', '"origin":"\\ud800","url":"\\udfff","\\ud800":1'],
  ['over 1 MB', `"origin":"${'x'.repeat(1_100_000)}"`],
];

const BODIES: readonly Case<string | Uint8Array>[] = [
  ['no bytes', ''],
  ['100,000 levels of arrays', nested(100_000)],
  ['100,000 levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['nesting that does not end', '[{"a":'.repeat(50_000)],
  ['200,000 nulls', `[${Array.from({ length: 200_000 }, () => 'null').join()}]`],
  ['invalid UTF-8', Buffer.from('{"origin":"\xff\xfe\xc3\x28"}', 'latin1')],
  ['UTF-16', Buffer.from('{"origin":"a"}', 'utf16le')],
  ['compressed bytes', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
  ['a form', 'orgId=1&events[]=quote.created'],
];

const OF_BODIES = OPERATIONS.filter((endpoint) => OPERATION_REQUESTS[nameOf(endpoint)]?.body !== undefined);

describe('hostile requests', () => {
  /** A call of an operation that is right except for what a test changes. */
  const send = (
    endpoint: Endpoint,
    { id, query = '', ...changes }: Partial<RawCall> & { id?: string; query?: string },
  ) => {
    const body = bodyOf(endpoint);
    return call(endpoint, {
      path: `${pathOf(endpoint, id)}${query}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...changes,
    });
  };

  describe.each(OPERATIONS)('to $method $path', (endpoint) => {
    const format = errorFormatOf(endpoint.path);

    if (endpoint.path.includes('{')) {
      it('with ids that are none are answered 404', () =>
        expectAnswers(PATHS, { statuses: [404], format }, (id) => send(endpoint, { id })));
    }

    if (endpoint.method === 'GET') {
      it('with a hostile query are answered or rejected', () =>
        expectAnswers(QUERIES, { statuses: [200, 400, 404], format }, (query) => send(endpoint, { query })));
    }
  });

  // What reads paths, repeated parameters and headers is the same for all operations.
  describe.each([
    ...new Map(
      OPERATIONS.filter(({ path }) => path.includes('{')).map((endpoint) => [
        errorFormatOf(endpoint.path),
        endpoint,
      ]),
    ).values(),
  ])('to an operation of the format of $path', (endpoint) => {
    const format = errorFormatOf(endpoint.path);

    it('with a malformed path are answered 400', () =>
      expectAnswers(MALFORMED_PATHS, { statuses: [400], format: 'general' }, (id) => send(endpoint, { id })));

    it('with a repeated parameter are answered 400', () =>
      expectAnswers(REPEATED, { statuses: [400], format }, (query) => send(endpoint, { query })));

    it('with hostile headers are answered or rejected', () =>
      expectAnswers(HEADERS, { statuses: [200, 400, 404, 409], format }, (headers) =>
        send(endpoint, { headers }),
      ));
  });

  describe.each(OF_BODIES)('to $method $path', (endpoint) => {
    const withoutBody = STATUS_WITHOUT_BODY[endpoint.function] ?? 400;
    const expected = { statuses: [...new Set([400, withoutBody])], format: errorFormatOf(endpoint.path) };

    it('with a hostile body are answered 400', () =>
      expectAnswers(BODIES, expected, (body) => send(endpoint, { body })));

    it('with hostile members are answered 400', () => {
      const [open, close] = Array.isArray(bodyOf(endpoint)) ? ['[{', '}]'] : ['{', '}'];
      return expectAnswers(MEMBERS, expected, (members) => send(endpoint, { body: open + members + close }));
    });

    it('with a text that is not UTF-8 are answered 400', () => {
      const [open = '', ...rest] = JSON.stringify(bodyOf(endpoint)).split('{');
      const body = Buffer.from(`${open}{"x":"\xff\xfe",${rest.join('{')}`, 'latin1');
      return expectAnswers([['a member', body]], { ...expected, statuses: [400] }, () =>
        send(endpoint, { body }),
      );
    });

    it('with a member twice count the last one', async () => {
      const body = JSON.stringify(bodyOf(endpoint));
      const twice = body.startsWith('[')
        ? `[{"destinationCity":7,${body.slice(2)}`
        : `{"events":7,"margins":7,"origin":7,"since":7,${body.slice(1)}`;
      const accepted = rejectsUnknownMembers(endpoint) ? [400] : [200, 404];
      expect(accepted).toContain((await send(endpoint, { body: twice })).status);
    });
  });

  describe('to the gateway', () => {
    const bearer = (key: string) => `Authorization: Bearer ${key}`;
    const raw = (...lines: string[]) => exchange([[...lines, 'Connection: close', '', ''].join('\r\n')]);
    const SEARCH = 'GET /api/v1/terminals/search?query=elizabeth HTTP/1.1';

    it.each<[string, () => readonly string[], number]>([
      ['two different keys', () => [`x-api-key: ${organization.apiKey}`, 'x-api-key: frk_test_other'], 401],
      ['the same key twice', () => Array.from({ length: 2 }, () => `x-api-key: ${organization.apiKey}`), 200],
      ['two Bearer keys', () => [bearer(organization.apiKey), bearer('frk_test_other')], 401],
      ['a key with a byte over 127', () => [`x-api-key: ${organization.apiKey}\u00e9`], 401],
      ['a key between tabs', () => [`x-api-key:\t${organization.apiKey}\t`], 200],
      ['a key in quotes', () => [`x-api-key: "${organization.apiKey}"`], 401],
      ['a key of 9,000 characters', () => [`x-api-key: frk_test_${'a'.repeat(9_000)}`], 401],
      ['100 keys', () => Array.from({ length: 100 }, (_, n) => `x-api-key: frk_test_${n}`), 401],
    ])('with %s are answered', async (_, headers, status) => {
      expect((await raw(SEARCH, 'Host: h', ...headers())).status).toBe(status);
    });

    it.each(['TRACE', 'PROPFIND', 'PATCH', 'HEAD', 'LINK'])(
      'with the method %s are answered 404',
      async (method) => {
        expect((await raw(`${method} /api/v1/rates HTTP/1.1`, 'Host: h')).status).toBe(404);
      },
    );

    it('leave it serving', async () => {
      expect((await raw(SEARCH, 'Host: h', bearer(organization.apiKey))).status).toBe(200);
    });
  });
});
