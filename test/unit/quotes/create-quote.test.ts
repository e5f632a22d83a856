import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { createQuoteResponse } from '../../../functions/create-quote/schema.ts';
import { chargesAt } from '../../../shared/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../../shared/equipment/equipment-type.ts';
import { bodyHash } from '../../../shared/idempotency/body-hash.ts';
import { anyStrategy } from '../../support/pricing-strategies.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../places/places-file-ready.ts';
import { CALLER, quoting, REQUEST } from './quoting.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

const cents = (usd: number) => Math.round(usd * 100);

const CITIES = [
  'Los Angeles, CA',
  '60632',
  'USNYC',
  'Dallas, TX',
  'Bismarck, ND',
  'LBCT',
  'Savannah, GA',
  '80216',
];

const anyRequest = fc.constantFrom(...EQUIPMENT_TYPES).chain((equipment) =>
  fc.record({
    equipment_type: fc.constant(equipment),
    origin: fc.constantFrom(...CITIES.slice(0, 4)),
    destination: fc.constantFrom(...CITIES.slice(4)),
    // Fees depend on the terminal that is found.
    special_requirements: fc.subarray(chargesAt(equipment, undefined).map(({ name }) => name)),
  }),
);

describe('the price of a quote', () => {
  it('is the sum of its parts to the cent, and what the response schema has, over 10,000 quotes', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, anyStrategy, async (request, strategy) => {
        const { quote, event } = await quoting({ strategy }).quote(request);
        const { base_rate, fuel_surcharge, accessorial_charges, total_rate } = quote.pricing;
        const parts = [base_rate, fuel_surcharge, ...Object.values(accessorial_charges)].map(cents);

        expect(cents(total_rate)).toBe(parts.reduce((sum, part) => sum + part, 0));
        expect(cents(event.customerRate)).toBe(cents(base_rate) + cents(fuel_surcharge));
        expect(v.safeParse(createQuoteResponse, { quote }).issues).toBeUndefined();
        for (const name of request.special_requirements) expect(accessorial_charges).toHaveProperty(name);
      }),
      { numRuns: 10_000 },
    );
  }, 600_000);

  it('never falls with the distance, for any equipment', async () => {
    for (const equipment_type of EQUIPMENT_TYPES) {
      const totals: number[] = [];
      for (const destination of ['Ontario, CA', 'Barstow, CA', 'Phoenix, AZ', 'El Paso, TX', 'Dallas, TX']) {
        const { quote } = await quoting().quote({ equipment_type, origin: 'LBCT', destination });
        totals.push(quote.pricing.total_rate);
      }
      expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    }
  });

  it('charges port fees by themselves where the strategy says so and the terminal is there', async () => {
    const charges = async (changes: object) =>
      (await quoting({ strategy: { portFees: true } }).quote(changes)).quote.pricing.accessorial_charges;

    expect(await charges({})).toMatchObject({ traffic_mitigation_fee: 77.56, clean_truck_fund: 20 });
    expect(await charges({ origin: 'Savannah, GA', destination: 'Atlanta, GA' })).toEqual({});
    expect(await charges({ equipment_type: 'dryvan' })).toEqual({});
  });
});

describe('a fee that is asked for', () => {
  const FEES = ['traffic_mitigation_fee', 'clean_truck_fund'];

  it('is charged at a marine terminal of Los Angeles or Long Beach', async () => {
    const { quote } = await quoting().quote({ special_requirements: FEES });
    expect(quote.pricing.accessorial_charges).toEqual({
      traffic_mitigation_fee: 77.56,
      clean_truck_fund: 20,
    });
  });

  it.each([
    ['another port', { origin: 'Savannah, GA', destination: 'Atlanta, GA' }],
    ['a ramp of Los Angeles', { origin: 'BNSF Hobart', destination: 'Phoenix, AZ' }],
  ])('is an error at %s, with what applies there', async (_, ends) => {
    const { kind, details } = await quoting().refusal({
      ...ends,
      special_requirements: ['chassis', ...FEES],
    });
    expect({ kind, details }).toEqual({
      kind: 'invalid',
      details: {
        errors: [
          {
            field: 'special_requirements',
            message: expect.stringMatching(
              /^must not have "traffic_mitigation_fee", "clean_truck_fund" at .+; allowed with container_40 there are chassis, /,
            ),
          },
        ],
      },
    });
  });
});

describe('the ends of a quote', () => {
  const routeOf = async (origin: string, destination: string, equipment_type = 'container_40') => {
    const { quote } = await quoting().quote({ origin, destination, equipment_type });
    const { route, warnings } = quote;
    return { from: route.origin, to: route.destination, warnings };
  };

  it('take a named terminal first, at either end', async () => {
    expect(await routeOf('LBCT', 'Oakland, CA')).toMatchObject({
      from: { name: 'Long Beach Container Terminal', type: 'marine' },
      to: { name: 'Oakland, CA', type: 'city' },
    });
    expect(await routeOf('Oakland, CA', 'LBCT')).toMatchObject({
      from: { name: 'Oakland, CA', type: 'city' },
      to: { name: 'Long Beach Container Terminal', type: 'marine' },
    });
  });

  it('take the nearest port of the origin, else of the destination, before any ramp', async () => {
    expect(await routeOf('Savannah, GA', 'Charleston, SC')).toMatchObject({
      from: { type: 'marine', state: 'GA' },
      to: { type: 'city' },
    });
    expect(await routeOf('Chicago, IL', 'Norfolk, VA')).toMatchObject({
      from: { name: 'Chicago, IL', type: 'city' },
      to: { type: 'marine', state: 'VA' },
    });
  });

  it('take the nearest ramp where no port is near, and say where nothing is', async () => {
    expect(await routeOf('Denver, CO', 'Boise, ID')).toMatchObject({ from: { type: 'rail' }, warnings: [] });
    expect(await routeOf('Bismarck, ND', 'Casper, WY')).toMatchObject({
      from: { type: 'city' },
      to: { type: 'city' },
      warnings: [expect.stringMatching(/^No port or rail ramp is within 60 miles/)],
    });
  });

  it('stay cities for a trailer', async () => {
    expect(await routeOf('Long Beach, CA', '85001', 'reefer')).toMatchObject({
      from: { name: 'Long Beach, CA', type: 'city' },
      to: { name: 'Phoenix, AZ 85001', type: 'city' },
    });
  });
});

describe('a refused request', () => {
  it.each([
    [{ destination: 'Springfield' }, 'LOCATION_AMBIGUOUS', { field: 'destination' }],
    [{ origin: 'Nowhereville' }, 'LOCATION_NOT_FOUND', { field: 'origin', value: 'Nowhereville' }],
    [{ origin: 'x'.repeat(200) }, 'LOCATION_NOT_FOUND', { field: 'origin' }],
    [{ origin: '00000' }, 'LOCATION_NOT_FOUND', { field: 'origin' }],
    [{ origin: 'Honolulu', destination: 'Los Angeles' }, 'NO_ROUTE', {}],
    [{ origin: 'Honolulu', destination: 'Los Angeles', equipment_type: 'dryvan' }, 'NO_ROUTE', {}],
  ])('%j: %s', async (changes, code, details) => {
    expect(await quoting().refusal(changes)).toMatchObject({ kind: 'invalid', code, details });
  });

  it('names both places where both are not known', async () => {
    const { code, details } = await quoting().refusal({ origin: 'Nowhereville', destination: 'Springfield' });
    expect([code, details?.errors]).toEqual([
      'LOCATION_NOT_FOUND',
      ['origin', 'destination'].map((field) => ({ field, message: expect.any(String) })),
    ]);
  });

  it('names the candidates of an ambiguous place', async () => {
    const { details } = await quoting().refusal({ origin: 'Springfield' });
    expect(details?.candidates).toEqual(
      expect.arrayContaining([{ name: 'Springfield', state: 'IL', zip: expect.stringMatching(/^\d{5}$/) }]),
    );
  });

  it.each([
    ['Dallas, TX', 'dallas tx'],
    ['90731', '90731-1234'],
    ['LBCT', 'Long Beach Container Terminal'],
    ['USLAX', 'Los Angeles, CA'],
  ])('has %j and %j for the same place', async (origin, destination) => {
    expect((await quoting().refusal({ origin, destination })).details?.errors).toEqual([
      { field: 'destination', message: 'must be another place than the origin' },
    ]);
  });

  it('tells faults of fields, of places and of days at once', async () => {
    const refusal = await quoting().refusal({
      destination: 'long beach ca',
      pickup_date: '2026-10-06',
      special_requirements: ['levitation'],
    });
    const errors = refusal.details?.errors as { field: string }[];
    expect(errors.map(({ field }) => field)).toEqual(['special_requirements', 'destination', 'pickup_date']);
  });

  it('leaves nothing behind', async () => {
    const under = quoting();
    await under.refusal({ origin: 'Nowhereville' });
    await under.refusal({ origin: 'Honolulu' });
    expect(under.kept).toEqual([]);
  });
});

describe('the pickup day', () => {
  const faultOf = async (now: string, changes: object) => {
    const answer = await quoting({ now: new Date(now) }).answer(changes);
    if (answer.ok) return undefined;
    const errors = answer.refusal.details?.errors as { field: string; message: string }[] | undefined;
    return errors?.find(({ field }) => field === 'pickup_date')?.message;
  };
  // 06:30 UTC is still the evening before in California, and the day itself in New York.
  const EVENING = '2026-10-07T06:30:00Z';

  it.each([
    ['Long Beach, CA', '2026-10-06', undefined],
    ['Long Beach, CA', '2026-10-05', 'must be today at the origin (2026-10-06) or later'],
    ['Newark, NJ', '2026-10-06', 'must be today at the origin (2026-10-07) or later'],
    ['Newark, NJ', '2026-10-07', undefined],
    ['Newark, NJ', '2027-10-07', undefined],
    ['Newark, NJ', '2027-10-08', 'must be at most 365 days ahead (2027-10-07)'],
    ['Long Beach, CA', '2027-10-07', 'must be at most 365 days ahead (2027-10-06)'],
    ['Newark, NJ', '2028-10-07', 'must be at most 365 days ahead (2027-10-07)'],
  ])('at %s may or may not be %s', async (origin, pickup_date, fault) => {
    expect(await faultOf(EVENING, { origin, pickup_date })).toBe(fault);
  });

  it('is held against the widest day where the origin is not known', async () => {
    expect(await faultOf(EVENING, { origin: 'Nowhereville', pickup_date: '2026-10-06' })).toBeUndefined();
    expect(await faultOf(EVENING, { origin: 'Nowhereville', pickup_date: '2026-10-05' })).toBeDefined();
  });
});

describe('an Idempotency-Key', () => {
  const call = (key: string, body: unknown) => ({
    ...CALLER,
    operation: 'create-quote',
    key,
    bodyHash: bodyHash(body),
    at: new Date('2026-10-07T17:00:00Z'),
  });

  it('answers the first quote again where another call was first, and keeps one', async () => {
    const { createQuote, draftOf, store } = quoting();
    const first = await createQuote(draftOf(REQUEST), CALLER, call('a', REQUEST));
    const second = await createQuote(draftOf(REQUEST), CALLER, call('a', REQUEST));

    expect(second).toEqual({ ok: true, replayed: first.ok && 'body' in first && JSON.stringify(first.body) });
    expect((await store.list(CALLER, {}, 20, 0)).totalCount).toBe(1);
  });

  it('is refused with another body', async () => {
    const { createQuote, draftOf } = quoting();
    await createQuote(draftOf(REQUEST), CALLER, call('a', REQUEST));
    expect(await createQuote(draftOf(REQUEST), CALLER, call('a', {}))).toMatchObject({
      ok: false,
      refusal: { kind: 'conflict', code: 'IDEMPOTENCY_CONFLICT' },
    });
  });
});
