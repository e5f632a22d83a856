import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { TO_CHICAGO } from './rates-caller.ts';

const OTHER_LANE = {
  ...TO_CHICAGO,
  destinationCity: 'Columbus',
  destinationState: 'OH',
  destinationZip: '43201',
};
const UNKNOWN_CITY = {
  originTerminal: TO_CHICAGO.originTerminal,
  destinationCity: 'Nowhereville',
  destinationState: 'IL',
};

/** Idempotency-Key on rates: a repeated call returns the same response and does not count. */
export function idempotencySuite(service: () => ServiceUnderTest): void {
  describe('Idempotency-Key on rates', () => {
    let organization: TestOrganization;

    beforeAll(async () => {
      organization = await createOrganization(service());
    });

    const price = (idempotencyKey: string, body: unknown, of = organization, name = 'Idempotency-Key') =>
      service().call('POST', '/api/v1/rates', {
        key: of.apiKey,
        headers: { [name]: idempotencyKey },
        body,
      });

    const used = async (of: TestOrganization) => {
      const { json } = await service().call('GET', '/api/v1/usage', { key: of.apiKey });
      return (json as { data: { used: number } }).data.used;
    };

    it('returns the stored response byte for byte, marks it as replayed, and counts once', async () => {
      const fresh = await createOrganization(service());
      const key = randomUUID();

      const first = await price(key, [TO_CHICAGO, OTHER_LANE], fresh);
      const again = await price(key, [TO_CHICAGO, OTHER_LANE], fresh);

      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.text).toBe(first.text);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('content-type')).toBe('application/json');
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect([first, again].map(({ headers }) => headers.get('x-usage-used'))).toEqual(['1', '1']);
      expect(await used(fresh)).toBe(1);
    });

    it('accepts the header name in any case, and the members of the body in any order', async () => {
      const key = randomUUID();
      const first = await price(key, [TO_CHICAGO], organization, 'idempotency-key');
      const turned = Object.fromEntries(Object.entries(TO_CHICAGO).toReversed());

      const again = await price(key, [turned], organization, 'IDEMPOTENCY-KEY');

      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.text).toBe(first.text);
    });

    it('answers another body with the same key with 409', async () => {
      const key = randomUUID();
      await price(key, [TO_CHICAGO]);

      const { status, json } = await price(key, [OTHER_LANE]);

      expect([status, json]).toEqual([
        409,
        { error: { code: 409, type: 'conflict', message: expect.stringMatching(/Idempotency-Key/) } },
      ]);
      expect((await price(key, [TO_CHICAGO])).headers.get('idempotency-replayed')).toBe('true');
    });

    it.each([[''], ['two words'], ['x'.repeat(256)], ['caf\u00e9']])('rejects the key %j', async (key) => {
      const { status, json } = await price(key, [TO_CHICAGO]);

      expect([status, json]).toEqual([
        400,
        {
          error: { code: 400, type: 'invalid_parameters', message: expect.stringMatching(/Idempotency-Key/) },
        },
      ]);
    });

    it('does not store a rejection: the key can be used for another body', async () => {
      const key = randomUUID();
      const rejected = [await price(key, [{}]), await price(key, []), await price(key, [UNKNOWN_CITY])];

      const good = await price(key, [TO_CHICAGO]);

      expect(rejected.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(good.status).toBe(200);
      expect(good.headers.get('idempotency-replayed')).toBeNull();
    });

    it('separates the keys of organizations and of their modes', async () => {
      const key = randomUUID();
      const other = await createOrganization(service());
      const live = await service().freight<{ apiKey: string }>(
        ...['key', 'create', other.orgId, '--live', '--json'],
      );

      const answers = [
        await price(key, [TO_CHICAGO]),
        await price(key, [OTHER_LANE], other),
        await price(key, [TO_CHICAGO], { orgId: other.orgId, apiKey: live.apiKey }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null, null]);
    });

    it('returns one response to concurrent calls with one key, and counts one', async () => {
      const fresh = await createOrganization(service(), '--usage-limit', '2');
      const key = randomUUID();

      const answers = await Promise.all(Array.from({ length: 12 }, () => price(key, [TO_CHICAGO], fresh)));

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
      expect(replayed).toHaveLength(11);
      expect(await used(fresh)).toBe(1);
    });

    it('replays a response above the usage limit, and rejects another key', async () => {
      const small = await createOrganization(service(), '--usage-limit', '1');
      const key = randomUUID();
      const first = await price(key, [TO_CHICAGO], small);

      const again = await price(key, [TO_CHICAGO], small);
      const other = await price(randomUUID(), [TO_CHICAGO], small);

      expect(again.text).toBe(first.text);
      expect([other.status, other.json]).toEqual([
        429,
        {
          error: {
            code: 429,
            type: 'usage_limit_exceeded',
            message: 'API usage limit exceeded. Current usage: 1, Limit: 1',
          },
        },
      ]);
    });
  });
}
