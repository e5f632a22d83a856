import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodyHash } from '../../../shared/accounts/idempotency/body-hash.ts';
import { chargesAt } from '../../../shared/costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../../shared/costs/equipment/equipment-type.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import { createQuoteResponse } from '../../../shared/quotes/record/quote-document.ts';
import { numberOfCases } from '../../support/number-of-cases.ts';
import { anyStrategy } from '../../support/pricing-strategies.ts';
import { BUILD_TIMEOUT_MS } from '../geography/places/places-file-ready.ts';
import { highwaysFileReady } from '../geography/roads/highways-file-ready.ts';
import { CALLER, quotingUnderTest, REQUEST } from './quoting-under-test.ts';

beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);

const QUOTES = numberOfCases(500, 10_000);

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
    // Fees depend on the resolved terminal.
    special_requirements: fc.subarray(chargesAt(equipment, undefined).map(({ name }) => name)),
  }),
);

describe('the price of a quote', () => {
  it.each([QUOTES])(
    'equals the sum of its parts to the cent and matches the response schema, for %i quotes',
    async (numRuns) => {
      await fc.assert(
        fc.asyncProperty(anyRequest, anyStrategy, async (request, strategy) => {
          const { quote, event } = await quotingUnderTest({ strategy }).quote(request);
          const { base_rate, fuel_surcharge, accessorial_charges, total_rate } = quote.pricing;
          const parts = [base_rate, fuel_surcharge, ...Object.values(accessorial_charges)].map(cents);

          expect(cents(total_rate)).toBe(parts.reduce((sum, part) => sum + part, 0));
          expect(cents(event.customerRate)).toBe(cents(base_rate) + cents(fuel_surcharge));
          expect(v.safeParse(createQuoteResponse, { quote }).issues).toBeUndefined();
          for (const name of request.special_requirements) expect(accessorial_charges).toHaveProperty(name);
        }),
        { numRuns },
      );
    },
  );

  it('never decreases with the distance, for any equipment', async () => {
    for (const equipment_type of EQUIPMENT_TYPES) {
      const totals: number[] = [];
      for (const destination of ['Ontario, CA', 'Barstow, CA', 'Phoenix, AZ', 'El Paso, TX', 'Dallas, TX']) {
        const { quote } = await quotingUnderTest().quote({ equipment_type, origin: 'LBCT', destination });
        totals.push(quote.pricing.total_rate);
      }
      expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    }
  });

  it('includes port fees without a request if the strategy charges them and the terminal has them', async () => {
    const charges = async (changes: object) =>
      (await quotingUnderTest({ strategy: { portFees: true } }).quote(changes)).quote.pricing
        .accessorial_charges;

    expect(await charges({})).toMatchObject({ traffic_mitigation_fee: 77.56, clean_truck_fund: 20 });
    expect(await charges({ origin: 'Savannah, GA', destination: 'Atlanta, GA' })).toEqual({});
    expect(await charges({ equipment_type: 'dryvan' })).toEqual({});
  });
});

describe('a requested fee', () => {
  const FEES = ['traffic_mitigation_fee', 'clean_truck_fund'];

  it('is charged at a marine terminal of Los Angeles or Long Beach', async () => {
    const { quote } = await quotingUnderTest().quote({ special_requirements: FEES });
    expect(quote.pricing.accessorial_charges).toEqual({
      traffic_mitigation_fee: 77.56,
      clean_truck_fund: 20,
    });
  });

  it.each([
    ['another port', { origin: 'Savannah, GA', destination: 'Atlanta, GA' }],
    ['a ramp of Los Angeles', { origin: 'BNSF Hobart', destination: 'Phoenix, AZ' }],
    ['no terminal', { origin: 'Bismarck, ND', destination: 'Casper, WY' }],
  ])('is rejected at %s, with the allowed names', async (_, stops) => {
    const { code, details } = await quotingUnderTest().rejection({
      ...stops,
      special_requirements: ['chassis', ...FEES],
    });
    // Without a code of its own, a rejection has the code INVALID_PARAMETERS.
    expect({ code, details }).toEqual({
      code: undefined,
      details: {
        errors: [
          {
            field: 'special_requirements',
            message: expect.stringMatching(
              /^must not have "traffic_mitigation_fee", "clean_truck_fund" (at .+|without a terminal); allowed there with container_40: chassis, /,
            ),
          },
        ],
      },
    });
  });
});

describe('the stops of a quote', () => {
  const routeOf = async (origin: string, destination: string, equipment_type = 'container_40') => {
    const { quote } = await quotingUnderTest().quote({ origin, destination, equipment_type });
    const { route, warnings } = quote;
    return { from: route.origin, to: route.destination, warnings };
  };

  it('use a named terminal first, at either stop', async () => {
    expect(await routeOf('LBCT', 'Oakland, CA')).toMatchObject({
      from: { name: 'Long Beach Container Terminal', type: 'marine' },
      to: { name: 'Oakland, CA', type: 'city' },
    });
    expect(await routeOf('Oakland, CA', 'LBCT')).toMatchObject({
      from: { name: 'Oakland, CA', type: 'city' },
      to: { name: 'Long Beach Container Terminal', type: 'marine' },
    });
  });

  it('prefer a port to a ramp, and the larger of two ports', async () => {
    for (const [origin, destination] of [
      ['Savannah, GA', 'Charleston, SC'],
      ['Charleston, SC', 'Savannah, GA'],
    ] as const) {
      const { from, to } = await routeOf(origin, destination);
      expect([from, to]).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: 'marine', state: 'GA' }),
          expect.objectContaining({ name: 'Charleston, SC' }),
        ]),
      );
    }
    expect(await routeOf('Chicago, IL', 'Norfolk, VA')).toMatchObject({
      from: { name: 'Chicago, IL', type: 'city' },
      to: { type: 'marine', state: 'VA' },
    });
  });

  it('use the nearest ramp if no port is near, and warn if there is no terminal', async () => {
    expect(await routeOf('Denver, CO', 'Boise, ID')).toMatchObject({
      from: { type: 'rail' },
      to: { name: 'Boise, ID' },
      warnings: [
        expect.stringMatching(
          /^Origin "Denver, CO" is priced at the terminal (BNSF|UP) Denver in Denver, CO\.$/,
        ),
        expect.stringMatching(
          /^The total for 2 terminals of Denver, CO is \$\d+\.\d\d to \$\d+\.\d\d\. The quote is for .*, which has the lower median\./,
        ),
        expect.stringMatching(/^Beyond drayage range: farther than a same-day round trip/),
      ],
    });
    expect(await routeOf('Bismarck, ND', 'Casper, WY')).toMatchObject({
      from: { type: 'city' },
      to: { type: 'city' },
      warnings: [expect.stringMatching(/^No container terminal or rail ramp is within 60 miles/)],
    });
  });

  it('use the named port, and its city for a local move', async () => {
    expect(await routeOf('Ontario, CA', 'Port of Long Beach')).toMatchObject({
      from: { name: 'Ontario, CA' },
      to: { type: 'marine', city: 'Long Beach' },
    });
    expect(await routeOf('USLAX', 'Los Angeles, CA')).toMatchObject({
      from: { type: 'marine' },
      to: { name: 'Los Angeles, CA', type: 'city' },
    });
    expect(
      await quotingUnderTest().rejection({
        origin: 'USLAX',
        destination: 'Los Angeles, CA',
        equipment_type: 'dryvan',
      }),
    ).toMatchObject({ details: { errors: [{ field: 'destination' }] } });
  });

  it.each([
    ['Conley', 'Conley Container Terminal'],
    ['Seagirt, MD', 'Seagirt Marine Terminal'],
    ['BNSF Alliance, Haslet TX', 'BNSF Alliance'],
    ['wando welch, mount pleasant sc', 'Wando Welch Terminal'],
    ['T-18 Seattle', 'Terminal 18 Seattle'],
    ['Rickenbacker Intermodal', 'NS Rickenbacker'],
    ['CSX Bedford Park ramp', 'CSX Bedford Park'],
    ['Logistics Park Chicago, Elwood IL', 'BNSF Logistics Park Chicago'],
  ])('use the terminal for %s', async (origin, name) => {
    expect(await routeOf(origin, 'Charlotte, NC')).toMatchObject({ from: { name } });
  });

  it.each([
    ['Wilmington, DE', 'Philadelphia, PA', 'destination'],
    ['Portland, Maine', 'Boston, MA', 'destination'],
    ['Norfolk', 'Richmond, VA', 'origin'],
  ] as const)('use cities for %s -> %s, with the terminal at the %s', async (origin, destination, at) => {
    const { from, to } = await routeOf(origin, destination);
    expect([from.type, to.type]).toEqual(at === 'origin' ? ['marine', 'city'] : ['city', 'marine']);
  });

  it('use the town for a trailer if a terminal and a town share a name', async () => {
    expect(await routeOf('Conley', 'Charlotte, NC', 'dryvan')).toMatchObject({ from: { state: 'GA' } });
  });

  it.each([
    ['USIAH', 'Dallas, TX', 'USHOU'],
    ['USJFK', 'Allentown, PA', 'USNYC'],
    ['USBWI', 'Harrisburg, PA', 'USBAL'],
  ])('use the port for %s, another LOCODE of a port city', async (origin, destination, locode) => {
    const { quote } = await quotingUnderTest().quote({ origin, destination });
    const byPort = await quotingUnderTest().quote({ origin: locode, destination });
    expect(quote.terminals?.map(({ name }) => name)).toEqual(byPort.quote.terminals?.map(({ name }) => name));
  });

  it('never use terminals across water from an island', async () => {
    const roadDistances = createEmbeddedRoadDistances();
    for (const equipment_type of ['container_40', 'dryvan']) {
      const changes = { origin: 'Avalon, CA', destination: 'Fresno, CA', equipment_type };
      expect(await quotingUnderTest({ roadDistances }).rejection(changes)).toMatchObject({
        code: 'NO_ROUTE',
      });
    }
  });

  it('are ambiguous if a name belongs to two distant ports', async () => {
    const { code, details } = await quotingUnderTest().rejection({ destination: 'Port of Wilmington' });
    const candidates = details?.candidates ?? [];
    expect([code, candidates.map(({ state }) => state).sort()]).toEqual(['LOCATION_AMBIGUOUS', ['DE', 'NC']]);
  });

  it('prefer the city of a port to a place near it in the same harbor', async () => {
    expect(await routeOf('Compton, CA', 'Long Beach, CA')).toMatchObject({
      from: { name: 'Compton, CA' },
      to: { type: 'marine', city: 'Long Beach' },
    });
  });

  it('are cities for a trailer', async () => {
    expect(await routeOf('Long Beach, CA', '85001', 'reefer')).toMatchObject({
      from: { name: 'Long Beach, CA', type: 'city' },
      to: { name: 'Phoenix, AZ 85001', type: 'city' },
    });
  });
});

describe('the terminals of a port', () => {
  it('are all priced, and the quote is the one with the lower median of the totals', async () => {
    const under = quotingUnderTest();
    const { quote, event } = await under.quote({ origin: 'USLAX' });
    const { terminals = [], route, pricing } = quote;
    const totals = terminals.map(({ total_rate }) => total_rate);
    expect(terminals.length).toBeGreaterThan(2);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(terminals[Math.floor((terminals.length - 1) / 2)]).toEqual({
      name: route.origin.name,
      distance: route.distance,
      total_rate: pricing.total_rate,
    });
    expect(event).toMatchObject({ distance: route.distance, route: { origin: route.origin.name } });

    for (const { name, distance, total_rate } of terminals) {
      const { quote: single } = await under.quote({ origin: name });
      expect([single.route.distance, single.pricing.total_rate]).toEqual([distance, total_rate]);
      expect(single.terminals).toEqual([{ name, distance, total_rate }]);
    }
  });

  it('are not used if they have no road route', async () => {
    const roadDistances = {
      between: async ({ latitude }: { latitude: number }) =>
        latitude > 33.74
          ? ({ routable: false } as const)
          : ({ routable: true, miles: 400 - latitude, source: 'test road', warnings: [] } as const),
    };
    const { quote } = await quotingUnderTest({ roadDistances }).quote({ origin: 'USLAX' });
    const without = await quotingUnderTest().quote({ origin: 'USLAX' });
    expect(quote.terminals?.length).toBeLessThan(without.quote.terminals?.length ?? 0);
    expect(quote.terminals?.length).toBeGreaterThan(0);
  });
});

describe('the response of a quote', () => {
  it('lists the usual charges that its total does not include', async () => {
    const { quote } = await quotingUnderTest().quote();
    const excluded = quote.pricing.excluded_charges?.map(({ name }) => name);
    expect(excluded).toEqual(
      expect.arrayContaining(['chassis', 'traffic_mitigation_fee', 'clean_truck_fund']),
    );
    const all = await quotingUnderTest().quote({
      special_requirements: ['chassis', 'traffic_mitigation_fee', 'clean_truck_fund'],
    });
    expect(all.quote.pricing.excluded_charges).toEqual([]);
  });

  it('has the text of the request, in the quote, the list and the event', async () => {
    const under = quotingUnderTest();
    const { quote, event } = await under.quote({ origin: ' port of la', destination: 'phoenix az' });
    const requested = { origin: ' port of la', destination: 'phoenix az' };
    expect(quote.route.requested).toEqual(requested);
    expect(event.route.requested).toEqual(requested);
    const { rows } = await under.store.list(CALLER, {}, 20, 0);
    expect(rows).toMatchObject([requested]);
  });

  it('has the market rate before margin, with its basis and unknown factors', async () => {
    const { quote, event } = await quotingUnderTest().quote();
    const { market } = quote;
    expect(market).toEqual({
      rate: expect.any(Number),
      range: { min: expect.any(Number), max: expect.any(Number) },
      confidence: event.confidenceScore,
      basis: {
        level: 'model',
        observations: 0,
        since: '',
        as_of: '2026-10-05',
        source: 'cost model',
        model_version: expect.stringMatching(/^cost-/),
      },
      simulated: false,
      spread: { amount: expect.any(Number), percent: expect.any(Number) },
      not_known: [expect.stringMatching(/^No loads are known for this lane/)],
    });
    expect(market?.rate).toBeCloseTo(event.baseRate + quote.pricing.fuel_surcharge, 2);
    expect(market?.range.min).toBeLessThan(market?.rate ?? 0);
    expect(market?.range.max).toBeGreaterThan(market?.rate ?? Number.POSITIVE_INFINITY);
  });

  it('has the margin on the market cost, and the distance of the price from the market', async () => {
    const { quote, event } = await quotingUnderTest().quote();
    const { margin, market, pricing, rate_source } = quote;
    expect(rate_source).toMatchObject({ type: 'market' });
    expect(margin).toEqual({
      cost: event.baseRate,
      amount: Number((pricing.base_rate - event.baseRate).toFixed(2)),
      percent: event.margin,
    });
    const spread = Number((event.customerRate - (market?.rate ?? 0)).toFixed(2));
    expect(market?.spread).toMatchObject({ amount: spread });
    expect(market?.spread?.percent).toBeCloseTo((spread / (market?.rate ?? 0)) * 100, 1);
  });

  it('says that no market data supports the price of a trailer', async () => {
    const { quote } = await quotingUnderTest().quote({ equipment_type: 'dryvan' });
    expect(quote.warnings.filter((warning) => warning.startsWith('No market data'))).toHaveLength(1);
    const { quote: container } = await quotingUnderTest().quote();
    expect(container.warnings.join(' ')).not.toContain('No market data');
  });

  it('says that the direction of a trailer lane is unknown', async () => {
    const { quote } = await quotingUnderTest().quote({ equipment_type: 'dryvan' });
    expect(quote.terminals).toEqual([]);
    expect(quote.market).toMatchObject({
      basis: { source: 'cost model', model_version: expect.stringMatching(/^road-/) },
      not_known: [expect.stringMatching(/^No loads/), expect.stringMatching(/^Headhaul and backhaul/)],
    });
  });

  it('warns of a closed gate and plans the pickup for the next open day', async () => {
    const { quote } = await quotingUnderTest().quote({ pickup_date: '2026-10-10' });
    expect(quote.warnings).toContainEqual(expect.stringMatching(/closed on Saturday, 2026-10-10/));
    expect(quote.service_details.estimated_delivery_date > '2026-10-12').toBe(true);
  });
});

describe('a rejected request', () => {
  it.each([
    [{ destination: 'Springfield' }, 'LOCATION_AMBIGUOUS', { field: 'destination' }],
    [{ origin: 'Nowhereville' }, 'LOCATION_NOT_FOUND', { field: 'origin', value: 'Nowhereville' }],
    [{ origin: 'x'.repeat(200) }, 'LOCATION_NOT_FOUND', { field: 'origin' }],
    [{ origin: '00000' }, 'LOCATION_NOT_FOUND', { field: 'origin' }],
    [{ origin: 'Honolulu', destination: 'Los Angeles' }, 'NO_ROUTE', {}],
    [{ origin: 'Honolulu', destination: 'Los Angeles', equipment_type: 'dryvan' }, 'NO_ROUTE', {}],
  ])('%j: %s', async (changes, code, details) => {
    expect(await quotingUnderTest().rejection(changes)).toMatchObject({ kind: 'invalid', code, details });
  });

  it('names both places if both are unknown', async () => {
    const { code, details } = await quotingUnderTest().rejection({
      origin: 'Nowhereville',
      destination: 'Springfield',
    });
    expect([code, details?.errors]).toEqual([
      'LOCATION_NOT_FOUND',
      ['origin', 'destination'].map((field) => ({ field, message: expect.any(String) })),
    ]);
  });

  it('names the candidates of an ambiguous place', async () => {
    const { details } = await quotingUnderTest().rejection({ origin: 'Springfield' });
    expect(details?.candidates).toEqual(
      expect.arrayContaining([{ name: 'Springfield', state: 'IL', zip: expect.stringMatching(/^\d{5}$/) }]),
    );
  });

  it.each([
    ['Dallas, TX', 'dallas tx'],
    ['90731', '90731-1234'],
    ['LBCT', 'Long Beach Container Terminal'],
    ['USLAX', 'Port of Los Angeles'],
  ])('treats %j and %j as the same place', async (origin, destination) => {
    expect((await quotingUnderTest().rejection({ origin, destination })).details?.errors).toEqual([
      { field: 'destination', message: 'must not be the same place as the origin' },
    ]);
  });

  it('reports errors of fields, places and days together', async () => {
    const rejection = await quotingUnderTest().rejection({
      destination: 'long beach ca',
      pickup_date: '2026-10-06',
      special_requirements: ['levitation'],
    });
    const errors = rejection.details?.errors ?? [];
    expect(errors.map(({ field }) => field)).toEqual(['special_requirements', 'destination', 'pickup_date']);
  });

  it('stores nothing', async () => {
    const under = quotingUnderTest();
    await under.rejection({ origin: 'Nowhereville' });
    await under.rejection({ origin: 'Honolulu' });
    expect(under.kept).toEqual([]);
  });
});

describe('the pickup day', () => {
  const faultOf = async (now: string, changes: object) => {
    const answer = await quotingUnderTest({ now: new Date(now) }).answer(changes);
    if (answer.ok) return undefined;
    const errors = answer.rejection.details?.errors as { field: string; message: string }[] | undefined;
    return errors?.find(({ field }) => field === 'pickup_date')?.message;
  };
  // 06:30 UTC is the previous evening in California, and the same day in New York.
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
  ])('at %s on %s is valid or has the expected error', async (origin, pickup_date, fault) => {
    expect(await faultOf(EVENING, { origin, pickup_date })).toBe(fault);
  });

  it('is checked against all US time zones if the origin is unknown', async () => {
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

  it('repeats the first quote if another call was first, and stores one quote', async () => {
    const { createQuote, draftOf, store } = quotingUnderTest();
    const first = await createQuote(draftOf(REQUEST), CALLER, call('a', REQUEST));
    const second = await createQuote(draftOf(REQUEST), CALLER, call('a', REQUEST));

    expect(second).toEqual({ ok: true, replayed: first.ok && 'body' in first && JSON.stringify(first.body) });
    expect((await store.list(CALLER, {}, 20, 0)).totalCount).toBe(1);
  });

  it('is rejected with another body', async () => {
    const { createQuote, draftOf } = quotingUnderTest();
    await createQuote(draftOf(REQUEST), CALLER, call('a', REQUEST));
    expect(await createQuote(draftOf(REQUEST), CALLER, call('a', {}))).toMatchObject({
      ok: false,
      rejection: { kind: 'conflict', code: 'IDEMPOTENCY_CONFLICT' },
    });
  });
});
