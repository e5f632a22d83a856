import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TollsDocument } from '../../../shared/costs/tolls/toll-facilities.ts';
import {
  type Answer,
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { itRequiresFeature } from './it-requires-feature.ts';

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** The call in the published interface documentation. */
export const DOCUMENTED_CALL = {
  origin: 'USLAX',
  destination: 'USCHI',
  equipment_type: 'dryvan',
  special_requirements: ['liftgate', 'inside_delivery'],
  pickup_date: dayFromNow(10),
  customer_reference: 'PO-12345',
};

type Quote = {
  readonly stops: readonly object[];
  readonly quote_id: string;
  readonly status: string;
  readonly pricing: {
    readonly base_rate: number;
    readonly fuel_surcharge: number;
    readonly accessorial_charges: Readonly<Record<string, number>>;
    readonly total_rate: number;
    readonly accessorials: readonly object[];
    readonly tolls: TollsDocument | null;
  };
  readonly market: { readonly rate: number; readonly basis: object };
  readonly route: {
    readonly distance: number;
    readonly origin: { readonly name: string; readonly type: string };
  };
  readonly warnings: readonly string[];
};

const cents = (usd: number) => Math.round(usd * 100);

/** A caller creates, reads, lists, converts and deletes quotes. */
export function quotesSuite(service: () => ServiceUnderTest): void {
  describe('quotes', () => {
    let organization: TestOrganization;

    beforeAll(async () => {
      organization = await createOrganization(service());
    });

    const call = (method: string, path: string, body?: unknown, key = organization.apiKey) =>
      service().call(method, path, { key, ...(body === undefined ? {} : { body }) });
    const create = (changes: object = {}, key = organization.apiKey) =>
      call('POST', '/api/v1/quotes', { ...DOCUMENTED_CALL, ...changes }, key);
    const quoteIn = ({ status, json }: Answer): Quote => {
      expect([status, json]).toEqual([200, { quote: expect.anything() }]);
      return (json as { quote: Quote }).quote;
    };
    const createOne = async (changes: object = {}) => quoteIn(await create(changes));

    it('prices both directions of a trailer lane apart, and names the published rates behind them', async () => {
      const ends = ['Salinas, CA', 'Chicago, IL'] as const;
      const [head, back] = await Promise.all(
        [ends, ends.toReversed()].map(([origin, destination]) =>
          createOne({ origin, destination, equipment_type: 'reefer', special_requirements: [] }),
        ),
      );
      expect(head?.market.rate).toBeGreaterThan((back?.market.rate ?? 0) * 1.15);
      expect(head?.market.basis).toMatchObject({
        source: 'published rates',
        published: {
          date: expect.any(String),
          lanes: [{ origin: 'Salinas, CA', destination: 'Chicago, IL' }],
        },
      });
      expect(back?.market).toMatchObject({
        basis: { source: 'cost model' },
        not_known: expect.arrayContaining([
          expect.stringMatching(/direction is inferred from freight flows/),
        ]),
      });
    });

    it('answers the documented call with all fields of a created quote and no others', async () => {
      const quote = await createOne();

      expect(quote).toMatchObject({
        quote_id: expect.stringMatching(/^Q-[0-9A-Z]+$/),
        status: 'active',
        expiry_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T23:59:59Z$/),
        pricing: {
          base_rate: expect.any(Number),
          fuel_surcharge: expect.any(Number),
          accessorial_charges: { liftgate: 75, inside_delivery: 100 },
          total_rate: expect.any(Number),
          currency: 'USD',
        },
        service_details: {
          estimated_transit_days: expect.any(Number),
          guaranteed_service: false,
          pickup_date: DOCUMENTED_CALL.pickup_date,
          estimated_delivery_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        },
      });
      expect(quote).not.toHaveProperty('created_at');
      expect(quote).not.toHaveProperty('customer_reference');
      const { base_rate, fuel_surcharge, accessorial_charges, total_rate } = quote.pricing;
      const parts = [base_rate, fuel_surcharge, ...Object.values(accessorial_charges)];
      expect(cents(total_rate)).toBe(parts.reduce((sum, usd) => sum + cents(usd), 0));
    });

    it('returns the created quote with its creation time and reference', async () => {
      const created = await createOne({ customer_reference: 'Büro 🚚 7' });
      const read = quoteIn(await call('GET', `/api/v1/quotes/${created.quote_id}`));

      expect(read).toEqual({
        ...created,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        customer_reference: 'Büro 🚚 7',
        outcome: 'open',
      });
    });

    it('returns the terminal at which a container starts', async () => {
      const quote = await createOne({
        origin: 'Long Beach, CA',
        destination: '92408',
        equipment_type: "40' HC",
        special_requirements: ['chassis'],
      });
      expect(quote.route).toMatchObject({
        origin: { type: 'marine', name: expect.any(String), state: 'CA' },
        destination: { type: 'city', name: 'San Bernardino, CA 92408' },
      });
      expect(quote).toMatchObject({
        equipment_type: 'container_40hc',
        service_details: { estimated_transit_days: 0 },
        pricing: { accessorial_charges: { chassis: 120 } },
      });
    });

    it('names the tolls in its base rate, once for a toll of one direction', async () => {
      const container = { equipment_type: 'container_40', special_requirements: [] };
      const [brooklyn, bay, phoenix] = await Promise.all([
        createOne({ ...container, origin: 'Maher Terminals', destination: 'Brooklyn, NY' }),
        createOne({
          ...container,
          origin: 'Oakland International Container Terminal',
          destination: 'San Francisco, CA',
        }),
        createOne({ destination: 'Phoenix, AZ' }),
      ]);
      expect(brooklyn.pricing.tolls).toMatchObject({
        included: true,
        facilities: expect.arrayContaining([
          { name: 'Goethals Bridge', amount: 113.8 },
          { name: 'Verrazzano-Narrows Bridge', amount: 73.5 },
        ]),
      });
      expect(bay.pricing).toMatchObject({
        tolls: { amount: 30.5, facilities: [{ name: 'San Francisco-Oakland Bay Bridge', amount: 30.5 }] },
        fuel: { diesel_region: 'California' },
      });
      expect(phoenix.pricing.tolls).toMatchObject({ amount: 0, facilities: [] });
    });

    it('prices guaranteed service if it is requested', async () => {
      expect(await createOne({ special_requirements: ['guaranteed', 'Guaranteed'] })).toMatchObject({
        service_details: { guaranteed_service: true },
        special_requirements: ['guaranteed'],
      });
    });

    it.each([
      ['USLAX', 'Springfield', 'LOCATION_AMBIGUOUS', { field: 'destination', candidates: expect.any(Array) }],
      ['00000', 'USLAX', 'LOCATION_NOT_FOUND', { field: 'origin', value: '00000' }],
      ['Honolulu, HI', 'Los Angeles, CA', 'NO_ROUTE', {}],
    ])('rejects %s to %s: %s', async (origin, destination, code, details) => {
      const { status, json } = await create({ origin, destination });
      expect([status, json]).toEqual([
        400,
        { error: { code, message: expect.any(String), details: expect.objectContaining(details) } },
      ]);
    });

    it('converts a quote, and returns the same response to a repeated conversion', async () => {
      const { quote_id } = await createOne();
      const first = await call('POST', `/api/v1/quotes/${quote_id}/convert`);
      const again = await call('POST', `/api/v1/quotes/${quote_id}/convert`);

      expect(quoteIn(first)).toMatchObject({ quote_id, status: 'converted' });
      expect(again.text).toBe(first.text);
      expect(quoteIn(await call('GET', `/api/v1/quotes/${quote_id}`))).toEqual(quoteIn(first));
    });

    it('deletes a converted quote; afterwards it is unknown', async () => {
      const { quote_id } = await createOne();
      const path = `/api/v1/quotes/${quote_id}`;
      await call('POST', `${path}/convert`);

      expect(quoteIn(await call('DELETE', path))).toEqual({ quote_id, deleted: true });
      for (const [method, at] of [
        ['GET', path],
        ['DELETE', path],
        ['POST', `${path}/convert`],
      ] as const) {
        const { status, json } = await call(method, at);
        expect([status, json]).toEqual([
          404,
          { error: { code: 'QUOTE_NOT_FOUND', message: expect.any(String), details: { quote_id } } },
        ]);
      }
    });

    it('has the draft of a mail with its price, and without cost and margin', async () => {
      const quote = await createOne({ commodity: 'Ceramic tiles', customer_reference: 'PO-5' });
      const { status, json } = await call('GET', `/api/v1/quotes/${quote.quote_id}/reply`);
      const { subject, text } = json as { readonly subject: string; readonly text: string };
      expect([status, subject]).toEqual([200, expect.stringMatching(/^Quote Q-\w+: .* to .* \(PO-5\)$/)]);
      const total = quote.pricing.total_rate.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
      expect(text).toContain(`${total}: base rate`);
      expect(text).toContain('Ceramic tiles');
      expect(text).not.toMatch(/margin|market|cost/i);
      const unknown = await call('GET', '/api/v1/quotes/Q-0/reply');
      expect([unknown.status, unknown.json]).toMatchObject([404, { error: { code: 'QUOTE_NOT_FOUND' } }]);
    });

    describe('a preview', () => {
      const preview = (changes: object = {}, key = organization.apiKey) =>
        call('POST', '/api/v1/quotes/preview', { ...DOCUMENTED_CALL, ...changes }, key);

      it('has the price of a creation without id, status, expiry and market rate, and stores nothing', async () => {
        const { apiKey } = await createOrganization(service(), '--quote-limit', '1');
        const { status, json } = await preview({}, apiKey);
        const { preview: previewed } = json as { preview: Quote };
        const listed = await call('GET', '/api/v1/quotes', undefined, apiKey);
        expect(listed.json).toMatchObject({ pagination: { total_count: 0 } });
        const quote = quoteIn(await create({}, apiKey));
        expect([status, previewed.pricing, previewed.route]).toEqual([200, quote.pricing, quote.route]);
        for (const name of [
          'quote_id',
          'status',
          'expiry_date',
          'market.rate',
          'market.range',
          'market.spread',
        ]) {
          expect(previewed).not.toHaveProperty(name);
        }
        const atLimit = await preview({}, apiKey);
        expect([atLimit.status, atLimit.json]).toMatchObject([
          429,
          { error: { code: 'QUOTE_LIMIT_EXCEEDED' } },
        ]);
      });
    });

    const expectUnknown = async (id: string) => {
      const answers = [
        await call('GET', `/api/v1/quotes/${id}`),
        await call('POST', `/api/v1/quotes/${id}/convert`),
        await call('DELETE', `/api/v1/quotes/${id}`),
      ];
      for (const { status, json } of answers) {
        expect([status, json]).toMatchObject([
          404,
          { error: { code: 'QUOTE_NOT_FOUND', details: { quote_id: expect.any(String) } } },
        ]);
      }
    };

    it.each([
      ['a short ID', 'Q-1'],
      ['an ID of another service', 'Q-2024-123456'],
      ['a space', 'a%20b'],
      ['an emoji', '%F0%9F%9A%9A'],
      ['a NUL', 'Q-%00'],
      ['an escaped escape', 'Q-%252F'],
      ['2,000 characters', `Q-${'0'.repeat(2_000)}`],
    ])('answers a quote ID with 404: %s', (_, id) => expectUnknown(id));

    itRequiresFeature(
      service,
      'escaped-slashes',
      'answers a quote ID with slashes and dots with 404',
      async () => {
        for (const id of ['a%2Fb', '..%2F..%2Fquotes', '%2F', 'Q-1%2Fconvert']) await expectUnknown(id);
      },
    );
  });
}
