import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type Call,
  createEnterprise,
  type ServiceUnderTest,
} from '../../support/service-under-test.ts';
import { itRequiresFeature } from './it-requires-feature.ts';

const SEARCH = '/api/v1/terminals/search';
const RATES = '/api/v1/rates';

const inRatesShape = (code: number) => ({
  error: { code, type: expect.any(String), message: expect.any(String) },
});
const inGeneralShape = (code: string) => ({ success: false, error: { code, message: expect.any(String) } });

/** Properties of every response. */
function expectDecent(answer: Answer): void {
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.json).toBeDefined();
  expect(answer.text).not.toMatch(/node:|\.mjs|\bat \w+ \(|stack|dynamodb/i);
}

/** The error formats of the interface specification, and hostile input, over HTTP. */
export function errorFamilySuite(service: () => ServiceUnderTest): void {
  describe('error formats', () => {
    let key: string;
    const call = async (method: string, path: string, options: Call = {}): Promise<Answer> => {
      const answer = await service().call(method, path, { key, ...options });
      expectDecent(answer);
      return answer;
    };

    beforeAll(async () => {
      key = (await createEnterprise(service())).apiKey;
    });

    it.each([
      ['GET', '/'],
      ['GET', '/nowhere'],
      ['GET', '/api/v1'],
      ['GET', '/api/v2/rates'],
      ['GET', '/api/v1/terminals/search/more'],
      ['GET', RATES],
      ['DELETE', SEARCH],
      ['PATCH', RATES],
      ['POST', '/api/v1/..%2Frates'],
      ['GET', '/api/v1/terminals/%2e%2e%2fsearch'],
    ])('answers %s %s with 404 in the general format', async (method, path) => {
      const answer = await call(method, path);
      expect([answer.status, answer.json]).toEqual([404, inGeneralShape('not_found')]);
    });

    itRequiresFeature(
      service,
      'escaped-slashes',
      'answers a path with escaped slashes with 404 in the general format',
      async () => {
        const answer = await call('POST', '/api%2Fv1%2Frates');
        expect([answer.status, answer.json]).toEqual([404, inGeneralShape('not_found')]);
      },
    );

    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const lane = {
      originTerminal: 'APM Elizabeth Terminal',
      destinationCity: 'Chicago',
      destinationState: 'IL',
    };

    it.each<[string, string | Uint8Array]>([
      ['malformed JSON', '[{"originTerminal":'],
      ['two JSON texts', '[] []'],
      ['a body that is not JSON', 'originTerminal=APM'],
      ['a JSON string', '"text"'],
      ['a JSON number', '1'],
      ['null', 'null'],
      ['true', 'true'],
      ['an object', '{}'],
      ['an empty array', '[]'],
      ['an array of null', '[null]'],
      ['an array of arrays', '[[]]'],
      ['10,000 levels of arrays', deep],
      ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
      ['a null byte', '[{"originTerminal":"APM\u0000 Elizabeth"}]'],
      ['an escaped null byte', '[{"originTerminal":"APM\\u0000"}]'],
      ['invalid UTF-8', new Uint8Array([0x5b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x5d])],
      ['a lone surrogate', '[{"originTerminal":"\\ud800"}]'],
      ['a __proto__ member', '[{"__proto__":{"originTerminal":"x"}}]'],
      ['only blanks', '   '],
      ['10,000 items', JSON.stringify(Array.from({ length: 10_000 }, () => lane))],
      ['a byte order mark', `\ufeff${JSON.stringify([])}`],
    ])('answers rates with 400 in the format of rates for %s', async (_, raw) => {
      const answer = await call('POST', RATES, { raw });
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject(inRatesShape(400));
    });

    it('answers rates without a body with 400', async () => {
      const answer = await call('POST', RATES);
      expect([answer.status, answer.json]).toEqual([400, inRatesShape(400)]);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
      'reads the body as JSON for Content-Type %s',
      async (type) => {
        const raw = JSON.stringify([lane]);
        const answer = await call('POST', RATES, { raw, headers: { 'Content-Type': type } });
        expect(answer.status).toBe(200);
      },
    );

    it('reads a body that begins with a byte order mark', async () => {
      expect((await call('POST', RATES, { raw: `\ufeff${JSON.stringify([lane])}` })).status).toBe(200);
    });

    const padded = (bytes: number) => `[${JSON.stringify(lane)}]${' '.repeat(bytes)}`;

    it('answers a body over 1 MB with 400 in the format of the path', async () => {
      const answer = await call('POST', RATES, { raw: padded(1_100_000) });
      expect([answer.status, answer.json]).toEqual([400, inRatesShape(400)]);
    });

    itRequiresFeature(
      service,
      'gateway-body-limits',
      'answers a body over 6 MB with 400 in the general format',
      async () => {
        const answer = await call('POST', RATES, { raw: padded(7_000_000) });
        expect([answer.status, answer.json]).toEqual([400, inGeneralShape('invalid_request')]);
      },
    );

    itRequiresFeature(
      service,
      'gateway-body-limits',
      'answers a body of 11 MB with 400 in the general format',
      async () => {
        const answer = await call('POST', RATES, { raw: padded(11_000_000) });
        expect([answer.status, answer.json]).toEqual([400, inGeneralShape('invalid_request')]);
      },
    );

    it.each([
      ['empty', ''],
      ['a null byte', '?query=%00'],
      ['invalid UTF-8', '?query=%ff%fe'],
      ['emoji', '?query=%F0%9F%9A%9B'],
      ['punctuation only', '?query=%22%5C%2F*%3F'],
      ['8 KB of text', `?query=${'a'.repeat(7_500)}`],
      ['an unknown parameter', '?color=blue&query=elizabeth'],
      ['a repeated parameter', '?query=elizabeth&query=oakland'],
      ['a parameter without value', '?query'],
      ['script', '?query=%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
    ])('answers terminals with 200 or 400: %s', async (_, query) => {
      const answer = await call('GET', `${SEARCH}${query}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(answer.json).toEqual(inRatesShape(400));
    });

    it('rejects a repeated parameter in the format of the path', async () => {
      const repeated = await call('GET', `${SEARCH}?query=oakland&query=elizabeth`);
      expect([repeated.status, repeated.json]).toEqual([400, inRatesShape(400)]);
      expect(repeated.text).toContain('Repeated query parameters: query');
    });

    itRequiresFeature(
      service,
      'gateway-body-limits',
      'names the size limit if a query is too long',
      async () => {
        const answer = await call('GET', `${SEARCH}?query=${'a'.repeat(12_000)}`);
        expect([answer.status, answer.json]).toEqual([400, inGeneralShape('invalid_request')]);
        expect(answer.text).toContain('10,240 bytes for the path, the query');
      },
    );

    it('returns a unique request ID with each response', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => call('GET', '/nowhere')));
      expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(5);
    });
  });
}
