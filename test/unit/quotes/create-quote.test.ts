import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { chargesAt } from '../../../shared/costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../../shared/costs/equipment/equipment-type.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import type { LaneEnds, MapRoutes } from '../../../shared/geography/roads/road-distance.ts';
import { createQuoteResponse } from '../../../shared/quotes/record/quote-document.ts';
import { anyStrategy } from '../../support/pricing-strategies.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

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
  it('equals the sum of its parts to the cent and matches the response schema', async () => {
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
      { numRuns: 150 },
    );
  });
});

describe('the stops of a quote', () => {
  const routeOf = async (origin: string, destination: string, equipment_type = 'container_40') => {
    const { quote } = await quotingUnderTest().quote({ origin, destination, equipment_type });
    const { route, warnings } = quote;
    return { from: route.origin, to: route.destination, warnings };
  };

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

  it('never use terminals across water from an island', async () => {
    const roadDistances = createEmbeddedRoadDistances();
    for (const equipment_type of ['container_40', 'dryvan']) {
      const changes = { origin: 'Avalon, CA', destination: 'Fresno, CA', equipment_type };
      expect(await quotingUnderTest({ roadDistances }).rejection(changes)).toMatchObject({
        code: 'NO_ROUTE',
      });
    }
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

const SOURCE = 'test map service';
/** Has more than three principal container terminals. */
const PORT = { origin: 'USLAX' };

/** A map service that records the requested lanes, and has routes for all of them or for none. */
function recordingService(hasRoutes = true) {
  const asked: LaneEnds[] = [];
  const mapRoutes: MapRoutes = {
    betweenAll: async (lanes) => {
      asked.push(...lanes);
      const routes = lanes.map(({ origin, destination }) => {
        const miles = greatCircleMiles(origin, destination) * 1.3;
        return { routable: true, miles, source: SOURCE, warnings: [] } as const;
      });
      return hasRoutes ? routes : undefined;
    },
  };
  return { asked, mapRoutes };
}

describe('the routes of a map service', () => {
  it.each([
    ['without billing information', { terms: { billing: false } }, PORT, 'BILLING_REQUIRED'],
    ['of an organization that is not there', { terms: undefined }, PORT, undefined],
    ['at the monthly limit', { terms: { billing: true, quoteLimit: 0 } }, PORT, 'QUOTE_LIMIT_EXCEEDED'],
    ['without a road', {}, { destination: 'Honolulu' }, 'NO_ROUTE'],
  ])('are not requested for a quote %s', async (_, circumstances, changes, code) => {
    const { asked, mapRoutes } = recordingService();

    expect((await quotingUnderTest({ mapRoutes, ...circumstances }).rejection(changes)).code).toBe(code);

    expect(asked).toEqual([]);
  });

  it("are requested after billing and the month's count are read", async () => {
    const { asked, mapRoutes } = recordingService();
    const read: string[] = [];
    const record = async (what: string) => {
      await wait(20);
      read.push(`${what} before ${asked.length} routes`);
    };

    await quotingUnderTest({
      mapRoutes,
      readTerms: async () => {
        await record('billing');
        return { billing: true, quoteLimit: 5 };
      },
      quotesUsed: async () => {
        await record('count');
        return 4;
      },
    }).quote(PORT);

    expect(read).toEqual(['billing before 0 routes', 'count before 0 routes']);
    expect(asked.length).toBeGreaterThan(0);
  });

  it('are at most three, for the terminals around the lower median by free distances', async () => {
    const { asked, mapRoutes } = recordingService();
    const { quote: free } = await quotingUnderTest().quote(PORT);
    const { quote } = await quotingUnderTest({ mapRoutes }).quote(PORT);
    const { terminals = [], route, pricing } = quote;
    const all = free.terminals ?? [];
    const middle = Math.floor((all.length - 1) / 2);

    expect(all.length).toBeGreaterThan(3);
    expect(asked).toHaveLength(3);
    expect(terminals.map(({ name }) => name).sort()).toEqual(
      all
        .slice(middle - 1, middle + 2)
        .map(({ name }) => name)
        .sort(),
    );
    expect(terminals[1]).toEqual({
      name: route.origin.name,
      distance: route.distance,
      total_rate: pricing.total_rate,
    });
    expect(route.distance_source).toBe(SOURCE);
    for (const { name, distance } of terminals) {
      const there = all.find((terminal) => terminal.name === name)?.distance ?? 0;
      expect(distance / there).toBeCloseTo(1.3 / 1.2, 2);
    }
    expect(quote.warnings).toContainEqual(
      expect.stringMatching(
        new RegExp(`^The total for 3 of ${all.length} terminals of .* "terminals" lists these terminals\\.$`),
      ),
    );
  });

  it.each([[{ origin: 'LBCT' }], [{ equipment_type: 'dryvan' }]])(
    'are one for the only lane: %j',
    async (changes) => {
      const { asked, mapRoutes } = recordingService();
      const { quote } = await quotingUnderTest({ mapRoutes }).quote(changes);
      expect([asked.length, quote.route.distance_source]).toEqual([1, SOURCE]);
    },
  );

  it('are not used if the service does not have all of them: all terminals use free distances', async () => {
    const { asked, mapRoutes } = recordingService(false);
    const { quote: free } = await quotingUnderTest().quote(PORT);
    const { quote } = await quotingUnderTest({ mapRoutes }).quote(PORT);

    expect(asked).toHaveLength(3);
    expect({ ...quote, quote_id: '' }).toEqual({ ...free, quote_id: '' });
  });
});

describe('the response of a quote', () => {
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

  it('names the published rates near the lane of a refrigerated trailer, and says that none exist for vans', async () => {
    const lane = { origin: 'Salinas, CA', destination: 'Chicago, IL' };
    const { quote } = await quotingUnderTest().quote({ ...lane, equipment_type: 'reefer' });
    expect(quote.market?.basis).toMatchObject({
      source: 'published rates',
      as_of: '2026-07-14',
      published: {
        ...{ report: expect.stringContaining('USDA'), date: '2026-07-14', age_days: 85 },
        lanes: [{ origin: 'Salinas, CA', destination: 'Chicago, IL', low: 6300, high: 6700 }],
      },
    });
    expect(quote.market?.not_known).toEqual([]);
    expect(quote.warnings).toContainEqual(expect.stringMatching(/85 days old \(2026-07-14\)/));
    const { quote: van } = await quotingUnderTest().quote({ ...lane, equipment_type: 'dryvan' });
    expect(van.market?.basis.source).toBe('cost model');
    expect(van.warnings.filter((warning) => warning.startsWith('No rates of vans'))).toHaveLength(1);
  });

  it('warns of a closed gate and plans the pickup for the next open day', async () => {
    const { quote } = await quotingUnderTest().quote({ pickup_date: '2026-10-10' });
    expect(quote.warnings).toContainEqual(expect.stringMatching(/closed on Saturday, 2026-10-10/));
    expect(quote.service_details.estimated_delivery_date > '2026-10-12').toBe(true);
  });
});

describe('a rejected request', () => {
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
});

describe('the pickup day', () => {
  const faultOf = async (now: string, changes: object) => {
    const answer = await quotingUnderTest({ now: new Date(now) }).answer(changes);
    if (answer.ok) return undefined;
    const errors = answer.rejection.details?.errors as { field: string; message: string }[] | undefined;
    return errors?.find(({ field }) => field === 'pickup_date')?.message;
  };

  it('is checked in the time zone of the origin, and in all of the US if the origin is unknown', async () => {
    // The previous evening in California, and the same day in New York.
    const night = '2026-10-07T06:30:00Z';
    const at = (origin: string) => faultOf(night, { origin, pickup_date: '2026-10-06' });

    expect(await at('Long Beach, CA')).toBeUndefined();
    expect(await at('Newark, NJ')).toBe('must be today at the origin (2026-10-07) or later');
    expect(await at('Nowhereville')).toBeUndefined();
    expect(await faultOf(night, { origin: 'Nowhereville', pickup_date: '2026-10-05' })).toBeDefined();
  });
});

describe('the object of quote events', () => {
  it('has every field of the specification', async () => {
    const { quote, event } = await quotingUnderTest({
      strategy: { volumeDiscounts: [{ percent: 10.5, containers: 20 }] },
    }).quote({ special_requirements: ['prepull', 'chassis'] });

    expect(event).toEqual({
      quoteNumber: quote.quote_id,
      status: 'pending',
      type: 'single-lane',
      baseRate: expect.any(Number),
      customerRate: expect.any(Number),
      margin: 15,
      confidenceScore: expect.any(Number),
      transitTime: '1 day',
      distance: quote.route.distance,
      fscIncluded: false,
      fscRate: expect.any(Number),
      fscAmount: quote.pricing.fuel_surcharge,
      dieselPrice: 8.06,
      dieselRegion: 'California',
      accessorialsType: 'default',
      accessorials: [
        { name: 'Chassis', rate: 40, id: 'chassis', type: 'default', frequency: 'per day' },
        { name: 'Pre-pull', rate: 150, id: 'prepull', type: 'default', frequency: 'per container' },
      ],
      volumeDiscounts: [{ discount: 10.5, containers: 20 }],
      route: {
        origin: quote.route.origin.name,
        destination: 'Phoenix, AZ',
        originType: 'marine',
        destinationType: 'city',
        coordinates: {
          origin: { lat: quote.route.origin.coordinates[0], lng: quote.route.origin.coordinates[1] },
          destination: { lat: expect.closeTo(33.4, 0), lng: expect.closeTo(-112, 0) },
        },
        stops: [],
        requested: { origin: 'Long Beach, CA', destination: 'Phoenix, AZ' },
      },
      searchParams: { quoteType: 'spot', deliveryType: 'live', containerVolume: '', volumeDiscount: 0 },
      validUntil: { seconds: Date.parse('2026-10-14T23:59:59Z') / 1000, nanoseconds: 0 },
    });
    expect(quote.expiry_date).toBe('2026-10-14T23:59:59Z');
    const { base_rate, fuel_surcharge } = quote.pricing;
    expect(event.fscRate).toBeCloseTo((fuel_surcharge / base_rate) * 100, 1);
    expect(event.baseRate * (1 + event.margin / 100)).toBeCloseTo(base_rate, 0);
  });

  it("has included fuel, the requested drop, the strategy's own charges, and the minutes of a short move", async () => {
    const { quote, event } = await quotingUnderTest({
      strategy: { fuel: 'included', accessorialOverrides: { chassis: { cents: 4_500 } } },
    }).quote({ destination: 'Carson, CA', special_requirements: ['chassis', 'drop_and_pick'] });

    expect(event).toMatchObject({
      ...{ fscIncluded: true, fscRate: 0, fscAmount: 0, customerRate: quote.pricing.base_rate },
      transitTime: expect.stringMatching(/^\d+ mins$/),
      accessorialsType: 'custom',
      searchParams: { deliveryType: 'drop' },
      accessorials: [
        { id: 'chassis', rate: 45, type: 'custom' },
        { id: 'drop_and_pick', type: 'default' },
      ],
    });
  });
});
