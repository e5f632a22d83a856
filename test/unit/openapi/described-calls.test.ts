import { describe, expect, it } from 'vitest';
import { DESCRIBED_ENDPOINTS } from '../../../lib/functions/endpoints.ts';
import { describeApi } from '../../../openapi/read-description.ts';
import { createCallCheck, type DescribedCall } from '../../support/described-calls.ts';

const DOCUMENT = (await describeApi()) as unknown as Parameters<typeof createCallCheck>[0];
const check = createCallCheck(DOCUMENT);

const QUOTE = {
  quote_id: 'Q-1',
  status: 'active',
  outcome: 'open',
  created_at: '2026-11-02T15:04:05.000Z',
  total_rate: 1.5,
  currency: 'USD',
  route: { origin: 'A', destination: 'B' },
  customer_reference: '',
  customer: '',
};
const page = (quotes: readonly object[]) => ({
  quotes,
  pagination: { total_count: 1, limit: 20, offset: 0 },
});

const call = (
  method: string,
  path: string,
  {
    status = 200,
    json,
    text,
    body,
    sent = {},
    headers = {},
  }: {
    readonly status?: number;
    readonly json?: unknown;
    readonly text?: string;
    readonly body?: unknown;
    readonly sent?: Record<string, string>;
    readonly headers?: Record<string, string>;
  },
): DescribedCall => ({
  method,
  path,
  headers: new Headers(sent),
  body: body === undefined ? undefined : JSON.stringify(body),
  answer: {
    status,
    headers: new Headers({ 'X-Request-Id': '1', ...headers }),
    text: text ?? JSON.stringify(json),
  },
});
const quotes = (json: unknown, path = '/api/v1/quotes') => check(call('GET', path, { json }));

describe('the check of calls against the description', () => {
  it('accepts what is described', () => {
    expect(quotes(page([QUOTE]))).toEqual([]);
    expect(quotes(page([QUOTE]), '/api/v1/quotes/?limit=5&start_date=2026-11-02&status=&other=1')).toEqual(
      [],
    );
    const error = { error: { code: 'QUOTE_NOT_FOUND', message: 'no', details: { quote_id: 'x' } } };
    expect(check(call('GET', '/api/v1/quotes/x', { status: 404, json: error }))).toEqual([]);
  });

  it.each([
    ['a missing field', page([{ ...QUOTE, status: undefined }])],
    ['a field that is not described', page([{ ...QUOTE, cost: 1 }])],
    ['another type', page([{ ...QUOTE, total_rate: '1.50' }])],
    ['a value that is not listed', page([{ ...QUOTE, status: 'pending' }])],
    ['a time in another format', page([{ ...QUOTE, created_at: 'yesterday' }])],
    ['no body', undefined],
  ])('rejects a response with %s', (_, json) => {
    expect(quotes(json)).not.toEqual([]);
  });

  it('rejects a status, an error format, a code and a header that are not described', () => {
    const read = (status: number, json: unknown, headers = {}) =>
      check(call('GET', '/api/v1/quotes/x', { status, json, headers }));
    const general = { success: false, error: { code: 'not_found', message: 'no' } };
    const quotesError = (code: string) => ({ error: { code, message: 'no', details: {} } });
    expect(read(418, quotesError('QUOTE_NOT_FOUND'))).toEqual(['the status 418 is not described']);
    expect(read(404, general)).not.toEqual([]);
    expect(read(404, quotesError('GONE'))).not.toEqual([]);
    expect(read(404, quotesError('QUOTE_NOT_FOUND'), { 'Retry-After': '1' })).toEqual([
      'the header Retry-After is not described',
    ]);
    expect(read(429, quotesError('RATE_LIMIT_EXCEEDED'), { 'Retry-After': 'soon' })).not.toEqual([]);
    const { answer, ...sent } = call('GET', '/api/v1/quotes', { json: page([]) });
    expect(check({ ...sent, answer: { ...answer, headers: new Headers() } })).toEqual([
      'the header X-Request-Id is missing',
    ]);
  });

  it('rejects an accepted request that is not described, and no rejected one', () => {
    for (const query of ['limit=101', 'limit=x', 'status=lost', 'start_date=today', 'offset=-1']) {
      expect(quotes(page([]), `/api/v1/quotes?${query}`)).not.toEqual([]);
    }
    const deleted = { json: { status: 'success', data: { recovered: 0, complete: true } } };
    const recover = (more: Parameters<typeof call>[2]) =>
      check(call('POST', '/v1/webhooks/wh_1/recover', { ...deleted, ...more }));
    expect(recover({ body: { since: '2026-11-02', until: '2026-11-03' } })).toEqual([]);
    expect(recover({ body: { since: '2026-11-02' } })).not.toEqual([]);
    const rejected = { success: false, error: { code: 'invalid_request', message: 'no' } };
    expect(recover({ status: 400, json: rejected, body: {} })).toEqual([]);
  });

  it.each(DESCRIBED_ENDPOINTS)('accepts the example of $method $path', ({ method, path }) => {
    const operation = DOCUMENT.paths[path]?.[method.toLowerCase()];
    const exampleOf = (holder: unknown) => {
      const [[type, content] = []] = Object.entries<{ example?: unknown }>(Object(holder).content ?? {});
      return { type, example: content?.example };
    };
    const { type, example } = exampleOf(operation?.responses['200']);
    const { example: body } = exampleOf(operation?.requestBody);
    expect(example).toBeDefined();
    expect(body === undefined).toBe(operation?.requestBody === undefined);
    const answer = type === 'application/json' ? { json: example } : { text: String(example) };
    expect(check(call(method, path.replace(/\{\w+\}/g, 'x'), { ...answer, body }))).toEqual([]);
  });

  it('expects a rejection in the general format for paths and methods that are not described', () => {
    const notFound = { success: false, error: { code: 'not_found', message: 'no' } };
    for (const [method, path] of [
      ['GET', '/api/v1/nothing'],
      ['PATCH', '/api/v1/quotes'],
      ['GET', '/v1/webhooks//deliveries'],
    ] as const) {
      expect(check(call(method, path, { status: 404, json: notFound }))).toEqual([]);
      expect(check(call(method, path, { status: 404, json: { message: 'Not Found' } }))).not.toEqual([]);
      expect(check(call(method, path, { json: notFound }))).not.toEqual([]);
    }
  });
});
