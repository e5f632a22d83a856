import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type Call,
  createEnterprise,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';
import { itRequiresFeature } from './it-requires-feature.ts';

const PATH = '/api/v1/pricing-strategy';

const inQuotesShape = (code: string, details: unknown = {}) => ({
  error: { code, message: expect.any(String), details },
});
const faulty = (...fields: string[]) =>
  inQuotesShape('INVALID_PARAMETERS', {
    errors: fields.map((field) => ({ field, message: expect.stringMatching(/^(must|is) /) })),
  });

/** Reads and replaces the pricing strategy of an organization over HTTP; rejections have the error format of quotes. */
export function pricingStrategySuite(service: () => ServiceUnderTest): void {
  describe('the pricing strategy', () => {
    let organization: TestOrganization;
    let key: string;
    const newOrganization = () => createEnterprise(service());
    const read = (by = key) => service().call('GET', PATH, { key: by });
    const replace = (change: object = {}, call: Call = {}) =>
      service().call('PUT', PATH, { key, body: strategyBody({ ...change }), ...call });
    const versionOf = ({ json }: Answer) => (json as { version: number }).version;

    beforeAll(async () => {
      organization = await newOrganization();
      key = organization.apiKey;
    });

    it('is the default strategy with version 0 at first', async () => {
      const { apiKey } = await newOrganization();
      const { status, json, headers } = await read(apiKey);

      expect(status).toBe(200);
      expect(json).toEqual({ version: 0, ...strategyBody(), updated_at: '' });
      expect(headers.get('etag')).toBe('"0"');
    });

    it('is replaced completely, in USD and percent, and a read strategy can be sent back unchanged', async () => {
      const wanted = strategyBody({
        margins: [
          { from_miles: 0, percent: 22.5, floor: 75.5 },
          { from_miles: 250, percent: 12, floor: 0 },
        ],
        margins_by_equipment: { reefer: [{ from_miles: 0, percent: 18, floor: 100 }] },
        fuel: 'included',
        accessorial_overrides: { chassis: { rate: 45 }, prepull: { percent_of_base: 10 } },
        port_fees: true,
        volume_discounts: [{ percent: 5, containers: 10 }],
        rounding: { to: 5, mode: 'up' },
        validity_days: 14,
        guaranteed_percent: 20,
      });
      const before = versionOf(await read());
      const answer = await service().call('PUT', PATH, { key, body: wanted });
      const { json: kept, headers } = await read();
      const again = await service().call('PUT', PATH, { key, body: kept });

      expect([answer.status, answer.json]).toEqual([
        200,
        {
          version: before + 1,
          ...wanted,
          updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          warnings: [],
        },
      ]);
      expect({ ...Object(kept), warnings: [] }).toEqual(answer.json);
      expect(headers.get('etag')).toBe(`"${before + 1}"`);
      expect([again.status, again.json]).toEqual([200, answer.json]);
    });

    it('is replaced with If-Match only if that version is current', async () => {
      const { apiKey } = await newOrganization();
      const put = (validity_days: number, tag: string) =>
        replace({ validity_days }, { key: apiKey, headers: { 'If-Match': tag } });

      expect((await put(1, '"0"')).status).toBe(200);
      const late = await put(2, '"0"');
      expect([late.status, late.json]).toEqual([
        409,
        inQuotesShape('STRATEGY_CHANGED', { current_version: 1 }),
      ]);
      expect(versionOf(await put(2, 'W/"1"'))).toBe(2);
      expect(versionOf(await put(3, '*'))).toBe(3);
      for (const tag of ['"x"', '"1", "2"', '-1', '"1e2"']) {
        const { status, json } = await put(4, tag);
        expect([tag, status, json]).toEqual([tag, 400, faulty('If-Match')]);
      }
      expect(versionOf(await read(apiKey))).toBe(3);
    });

    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    it.each([
      ['no body', ''],
      ['a cut-off body', '{"margins": ['],
      ['NaN', JSON.stringify(strategyBody()).replace('"guaranteed_percent":15', '"guaranteed_percent":NaN')],
      ['two bodies', '{} {}'],
      ['10,000 levels', deep],
      ['a body over 1 MB', `${JSON.stringify(strategyBody())}${' '.repeat(1_100_000)}`],
    ])('is not replaced by %s: the rejection has the format of quotes', async (_case, raw) => {
      const { status, json } = await service().call('PUT', PATH, { key, raw });
      expect([status, json]).toEqual([400, faulty('body')]);
    });

    it('is not replaced by an empty body: the rejection names each missing field', async () => {
      const { status, json } = await service().call('PUT', PATH, { key, body: {} });
      expect([status, json]).toEqual([400, faulty(...Object.keys(strategyBody()))]);
    });

    it('has no other methods and no subpaths', async () => {
      for (const [method, path] of [
        ['POST', PATH],
        ['DELETE', PATH],
        ['GET', `${PATH}/1`],
      ] as const) {
        const { status, json } = await service().call(method, path, { key });
        expect([status, json]).toEqual([
          404,
          { success: false, error: { code: 'not_found', message: expect.any(String) } },
        ]);
      }
    });

    itRequiresFeature(
      service,
      'throttle-by-organization',
      'answers calls above the rate limit with 429 in the format of quotes, with Retry-After',
      async () => {
        const slow = await createEnterprise(service(), 2);
        const answers = await Promise.all(Array.from({ length: 6 }, () => read(slow.apiKey)));
        const rejected = answers.filter(({ status }) => status === 429);
        expect(rejected.length).toBeGreaterThan(0);
        for (const { json, headers } of rejected) {
          expect(json).toEqual(inQuotesShape('RATE_LIMIT_EXCEEDED'));
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        }
      },
    );
  });
}
