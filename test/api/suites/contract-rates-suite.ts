import { beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { rateBody } from '../../support/contract-rate-body.ts';
import { createOrganization, type ServiceUnderTest } from '../../support/service-under-test.ts';

interface Created {
  readonly rates: readonly { readonly rate_id: string; readonly version: number; readonly status: string }[];
  readonly overlaps: { readonly total: number };
}

const rate = (fields: Readonly<Record<string, unknown>> = {}) =>
  rateBody({ customer: 'Acme Imports', effective_from: '2030-01-01', ...fields });

/** The life of contract rates over HTTP. */
export function contractRatesSuite(service: () => ServiceUnderTest): void {
  describe('contract rates', () => {
    let key: string;
    beforeAll(async () => {
      key = (await createOrganization(service())).apiKey;
    });

    const call = (method: string, path: string, body?: unknown, headers = {}) =>
      service().call(method, `/api/v1/contract-rates${path}`, {
        key,
        headers,
        ...(body === undefined ? {} : { body }),
      });
    const create = async (rates: readonly unknown[], headers = {}) => {
      const answer = await call('POST', '', { rates }, headers);
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      return { ...answer, created: answer.json as Created };
    };

    it('are created, read, replaced, listed and deleted', async () => {
      const rates = [rate({ external_id: 'A' }), rate({ effective_from: '2030-06-01', amount: 900 })];
      const { created } = await create(rates);
      expect(created).toMatchObject({
        rates: [{ status: 'created' }, { status: 'created' }],
        overlaps: { total: 1, listed: [{ index: 1, with_index: 0, contradictory: true }] },
      });
      const [id = '', other = ''] = created.rates.map(({ rate_id }) => rate_id);
      const { json } = await call('GET', `/${id}`);
      expect(json).toMatchObject({ rate: { ...rate(), external_id: 'A', version: 1 } });
      const changed = {
        ...Object(json).rate,
        external_id: 'B',
        amount: 875.5,
        tiers: [{ from_volume: 10, amount: 800 }],
      };
      expect((await call('PUT', `/${id}`, changed)).json).toMatchObject({
        rate: { version: 2, amount: 875.5, tiers: [{ from_volume: 10, amount: 800 }] },
      });
      expect(await call('PUT', `/${id}`, { ...changed, amount: 1 })).toMatchObject({
        status: 409,
        json: { error: { code: 'CONTRACT_RATE_CHANGED', details: { current_version: 2 } } },
      });
      expect((await call('GET', `/${id}?version=1`)).json).toEqual(json);
      expect((await call('GET', '?customer=ACME%20imports&limit=1')).json).toMatchObject({
        rates: [{ rate_id: other }],
        pagination: { next_cursor: other, limit: 1 },
      });
      expect((await call('GET', `?limit=5&cursor=${other}`)).json).toMatchObject({
        rates: [{ rate_id: id, version: 2 }],
        pagination: { next_cursor: null },
      });
      const csv = await call('GET', '?limit=1', undefined, { accept: 'text/csv' });
      expect([csv.status, csv.headers.get('content-type'), csv.headers.get('link')]).toEqual([
        ...[200, 'text/csv; charset=utf-8; header=present'],
        `<?limit=1&cursor=${other}>; rel="next"`,
      ]);
      expect((await call('GET', `?limit=1&cursor=${other}&format=csv`)).text).toMatch(
        new RegExp(`^rate_id,version,.*\\r\\n${id},2,B,.*\\r\\n$`),
      );
      expect((await call('DELETE', `/${id}`)).json).toEqual({ rate: { rate_id: id, deleted: true } });
      expect(await call('GET', `/${id}`)).toMatchObject({
        status: 404,
        json: { error: { code: 'CONTRACT_RATE_NOT_FOUND', details: { rate_id: id } } },
      });
      expect((await call('GET', `/${id}?version=2`)).status).toBe(200);
    });

    describe('with a fuel surcharge', () => {
      const day = addDays(utcDay(new Date()), 7);
      const quoteFor = async (customer: string) => {
        const { origin, destination, equipment_type } = rate();
        const body = { origin, destination, equipment_type, pickup_date: day, customer };
        const { status, json } = await service().call('POST', '/api/v1/quotes', { key, body });
        expect(status).toBe(200);
        return Object(json).quote;
      };
      it('of the market is that of a quote without a contract rate', async () => {
        await create([rate({ customer: 'Fuel market', fuel: 'market', effective_from: day })]);
        const [contract, spot] = [await quoteFor('Fuel market'), await quoteFor('Nobody')];
        expect([contract.rate_source.type, spot.rate_source.type]).toEqual(['contract', 'market']);
        expect(contract.pricing.fuel_surcharge).toBe(spot.pricing.fuel_surcharge);
        expect(contract.pricing.fuel).toEqual(spot.pricing.fuel);
        // The amount of a rate is what it is, whatever the tolls.
        expect(contract.pricing.tolls).toBeNull();
        expect(spot.pricing.tolls).toMatchObject({ included: true });
      });
    });

    it('are rejected together with every error', async () => {
      const rates = [rate({ amount: 0 }), rate({ origin: 'Springfield' }), rate({ customer: 'Unwritten' })];
      const rejected = await call('POST', '', { rates });
      expect(rejected).toMatchObject({
        status: 400,
        json: {
          error: {
            code: 'CONTRACT_RATE_INVALID',
            details: { errors: [{ field: 'rates[0].amount' }, { field: 'rates[1].origin' }] },
          },
        },
      });
      expect((await call('GET', '?customer=unwritten')).json).toMatchObject({ rates: [] });
      expect((await call('POST', '', { rates: [] })).json).toMatchObject({
        error: { code: 'INVALID_PARAMETERS', details: { errors: [{ field: 'rates' }] } },
      });
    });
  });
}
