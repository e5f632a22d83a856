import { beforeAll, describe, expect, it } from '@jest/globals';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
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
    let otherKey: string;
    beforeAll(async () => {
      [key, otherKey] = [
        (await createOrganization(service())).apiKey,
        (await createOrganization(service())).apiKey,
      ];
    });

    const call = (method: string, path: string, body?: unknown, headers = {}, as = key) =>
      service().call(method, `/api/v1/contract-rates${path}`, {
        key: as,
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

    it('price quotes by the tier of their weekly volume, also in a revision', async () => {
      const day = addDays(utcDay(new Date()), 7);
      const tiers = [
        { from_volume: 5, amount: 812.25 },
        { from_volume: 10, amount: 800 },
      ];
      await create([rate({ customer: 'Tiered', effective_from: day, tiers })]);
      const quotes = async (path: string, body: object) => {
        const { status, json } = await service().call('POST', `/api/v1/quotes${path}`, { key, body });
        return { status, ...Object(json) };
      };
      const { origin, destination, equipment_type, amount } = rate();
      const body = { origin, destination, equipment_type, pickup_date: day, customer: 'tiered' };
      const { quote } = await quotes('', { ...body, weekly_volume: 9.5 });
      expect(quote).toMatchObject({
        weekly_volume: 9.5,
        pricing: { base_rate: 812.25 },
        rate_source: { type: 'contract', tier: tiers[0] },
      });
      const revised = await quotes(`/${quote.quote_id}/revise`, { pickup_date: day });
      expect(revised.quote).toMatchObject({ weekly_volume: 9.5, rate_source: { tier: tiers[0] } });
      const more = await quotes(`/${revised.quote.quote_id}/revise`, { weekly_volume: 10 });
      expect(more.quote).toMatchObject({ pricing: { base_rate: 800 }, rate_source: { tier: tiers[1] } });
      const none = await quotes(`/${more.quote.quote_id}/revise`, { weekly_volume: null });
      expect(none.quote).toMatchObject({ weekly_volume: null, pricing: { base_rate: amount } });
      expect(none.quote.rate_source).not.toHaveProperty('tier');
      expect(await quotes('', { ...body, weekly_volume: 0 })).toMatchObject({
        status: 400,
        error: { code: 'INVALID_PARAMETERS', details: { errors: [{ field: 'weekly_volume' }] } },
      });
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
      const steps = [
        { from: 0, to: 1.5, percent: 1 },
        { from: 1.5, percent: 18.25 },
      ];

      it.each<[string, unknown, (miles: number, diesel: number) => number]>([
        ['included', 'included', () => 0],
        ['fixed', { method: 'per_mile', value: 0.4222, miles: 'round_trip' }, (miles) => 0.4222 * 2 * miles],
        [
          'peg',
          { method: 'per_mile', peg: 1.25, miles_per_gallon: 5.5, region: 'US', miles: 'one_way' },
          (miles, diesel) => ((diesel - 1.25) / 5.5) * miles,
        ],
        [
          'peg of California',
          { method: 'per_mile', peg: 1.25, miles_per_gallon: 5.5, region: 'CA', miles: 'one_way' },
          (miles, diesel) => ((diesel - 1.25) / 5.5) * miles,
        ],
        ['percent', { method: 'percent', value: 18 }, () => 153],
        ['percent table', { method: 'table', rows: steps, region: 'R20' }, () => 155.13],
        [
          'table',
          { method: 'table', rows: [{ from: 0.5, per_mile: 0.4 }], miles: 'one_way' },
          (miles) => 0.4 * miles,
        ],
      ])(
        '(%s) are read as sent, listed as a cell of a file, and price quotes',
        async (name, fuel, expected) => {
          const customer = `Fuel ${name}`;
          const { created } = await create([rate({ customer, fuel, effective_from: day })]);
          const { json } = await call('GET', `/${created.rates[0]?.rate_id}`);
          expect(Object(json).rate.fuel).toEqual(fuel);
          expect((await call('PUT', `/${created.rates[0]?.rate_id}`, Object(json).rate)).json).toEqual({
            ...Object(json),
            warnings: [],
          });
          const csv = await call('GET', `?format=csv&customer=${encodeURIComponent(customer)}`);
          const [exported] = readRateFile(new TextEncoder().encode(csv.text)).rows;
          expect(exported?.rate.fuel).toEqual(fuel);

          const { pricing, route, rate_source } = await quoteFor(customer);
          expect(rate_source.type).toBe('contract');
          const { diesel_price, diesel_region } = pricing.fuel ?? {};
          expect(pricing.fuel_surcharge).toBeCloseTo(expected(route.distance, diesel_price), 2);
          const regions = {
            peg: 'U.S.',
            'peg of California': 'California',
            'percent table': 'Midwest (PADD2)',
            table: 'Lower Atlantic (PADD1C)',
          };
          expect(diesel_region).toBe(regions[name as keyof typeof regions]);
        },
      );

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

      it('are rejected with the errors of all members', async () => {
        const table = (...rows: readonly object[]) => ({ method: 'table', rows });
        const wrong: readonly (readonly [fuel: unknown, ...fields: string[]])[] = [
          ['schedule', 'fuel'],
          [{ method: 'per_mile' }, 'fuel.value'],
          [{ method: 'per_mile', value: -1 }, 'fuel.value'],
          [{ method: 'per_mile', peg: 1 }, 'fuel.miles_per_gallon'],
          [{ method: 'percent', value: 1_000 }, 'fuel.value'],
          [{ method: 'percent', value: 1, unit: 'USD' }, 'fuel.unit'],
          [table(), 'fuel.rows'],
          [table({ from: 3, to: 4, percent: 1 }, { from: 3.5, percent: 2 }), 'fuel.rows[0].to'],
          [{ ...table({ from: 3, percent: 1 }), region: 'WA' }, 'fuel.region'],
          [
            { ...table({ from: 3, percent: 1, at: 1 }), region: 'X', miles: 'x' },
            'fuel.rows[0].at',
            'fuel.region',
            'fuel.miles',
          ],
        ];
        const { status, json } = await call('POST', '', { rates: wrong.map(([fuel]) => rate({ fuel })) });
        const { code, details } = Object(json).error;
        expect([status, code]).toEqual([400, 'CONTRACT_RATE_INVALID']);
        const fields = details.errors.map(({ field }: { readonly field: string }) => field);
        expect(fields).toEqual(
          wrong.flatMap(([, ...names], at) => names.map((name) => `rates[${at}].${name}`)),
        );
      });
    });

    it('are written once by calls with the same Idempotency-Key', async () => {
      const headers = { 'Idempotency-Key': 'import-1' };
      const rates = Array.from({ length: 40 }, (_, at) => rate({ customer: 'Once', amount: at + 1 }));
      const answers = await Promise.all([create(rates, headers), create(rates, headers)]);
      const again = await create(rates, headers);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      for (const { created } of answers) {
        expect(created.rates.map(({ rate_id }) => rate_id)).toEqual(
          again.created.rates.map(({ rate_id }) => rate_id),
        );
      }
      const { json } = await call('GET', '?customer=once&limit=100');
      expect(Object(json).rates).toHaveLength(40);
    });

    it('are rejected together with every error, and belong to their organization', async () => {
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
      const { created } = await create([rate()]);
      const id = created.rates[0]?.rate_id;
      for (const [method, body] of [['GET'], ['PUT', rate()], ['DELETE']] as const) {
        const { status, json } = await call(method, `/${id}`, body, {}, otherKey);
        expect([method, status, Object(json).error.code]).toEqual([method, 404, 'CONTRACT_RATE_NOT_FOUND']);
      }
      expect((await call('GET', '', undefined, {}, otherKey)).json).toMatchObject({ rates: [] });
    });
  });
}
