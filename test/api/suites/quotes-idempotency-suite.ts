import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';

const DAY_MS = 86_400_000;

const REQUEST = {
  origin: 'Savannah, GA',
  destination: 'Atlanta, GA',
  equipment_type: 'container_20',
  pickup_date: new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10),
};

/** Idempotency-Key on the creation of quotes. */
export function quotesIdempotencySuite(service: () => ServiceUnderTest): void {
  describe('Idempotency-Key on quotes', () => {
    let organization: TestOrganization;

    beforeAll(async () => {
      organization = await createOrganization(service());
    });

    const create = (key: string, body: unknown, of = organization) =>
      service().call('POST', '/api/v1/quotes', {
        key: of.apiKey,
        headers: { 'Idempotency-Key': key },
        body,
      });
    const count = async (of: TestOrganization) => {
      const { json } = await service().call('GET', '/api/v1/quotes', { key: of.apiKey });
      return (json as { pagination: { total_count: number } }).pagination.total_count;
    };

    it('creates one quote for many concurrent calls', async () => {
      const calls = service().missing.includes('fifty-calls-at-once') ? 12 : 50;
      const fresh = await createOrganization(service());
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: calls }, () => create(key, REQUEST, fresh)));

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
      expect(await count(fresh)).toBe(1);
    });

    it('answers another body with the same key with 409 and creates no quote', async () => {
      const fresh = await createOrganization(service());
      const key = randomUUID();
      await create(key, REQUEST, fresh);
      const { status, json } = await create(key, { ...REQUEST, destination: 'Macon, GA' }, fresh);

      expect([status, json]).toMatchObject([409, { error: { code: 'IDEMPOTENCY_CONFLICT', details: {} } }]);
      expect(await count(fresh)).toBe(1);
    });

    it('does not store a rejection: the key can be used for a corrected body', async () => {
      const key = randomUUID();
      expect((await create(key, { ...REQUEST, destination: 'Nowhereville' })).status).toBe(400);
      expect((await create(key, REQUEST)).status).toBe(200);
    });

    it('rejects an invalid key in the format of quotes', async () => {
      const { status, json } = await create('two words', REQUEST);
      expect([status, json]).toMatchObject([400, { error: { code: 'INVALID_PARAMETERS', details: {} } }]);
    });
  });
}
