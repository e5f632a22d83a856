import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OwnAccessorial } from '../../../shared/costs/accessorials/own-tariff.ts';
import type { LaneEnds } from '../../../shared/geography/roads/road-distance.ts';
import { anyStrategy } from '../../support/pricing-strategies.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

const cents = (usd: number) => Math.round(usd * 100);
const STOPS = ['Barstow, CA', 'Las Vegas, NV', 'Kingman, AZ', 'Needles, CA', 'Blythe, CA'];

describe('a quote with stops', () => {
  it('has the miles through all of them in order, and a stop-off for each', async () => {
    const under = quotingUnderTest();
    const { quote: direct } = await under.quote({ origin: 'LBCT' });
    const { quote, event } = await under.quote({ origin: 'LBCT', stops: STOPS.slice(0, 2) });
    const leg = async (origin: string, destination: string) =>
      (await under.quote({ origin, destination, equipment_type: 'dryvan' })).quote.route.distance;
    const legs = await Promise.all([
      leg('LBCT', 'Barstow, CA'),
      leg('Barstow, CA', 'Las Vegas, NV'),
      leg('Las Vegas, NV', 'Phoenix, AZ'),
    ]);
    expect(quote.route.distance).toBeCloseTo(
      legs.reduce((sum, miles) => sum + miles, 0),
      0,
    );
    expect(quote.pricing.base_rate).toBeGreaterThan(direct.pricing.base_rate);
    expect(quote.stops).toMatchObject([
      { name: 'Barstow, CA', type: 'city', state: 'CA' },
      { name: 'Las Vegas, NV', state: 'NV' },
    ]);
    expect(quote.route.requested).toMatchObject({ stops: STOPS.slice(0, 2) });
    const stopOff = quote.pricing.accessorials.find(({ name }) => name === 'stop_off');
    expect(stopOff).toMatchObject({ quantity: 2, amount: 2 * (stopOff?.rate ?? 0) });
    // What the request names stays what it is, so that a revision with other stops counts those.
    expect([quote.special_requirements, quote.quantities]).toEqual([[], undefined]);
    expect(event.route.stops).toEqual(['Barstow, CA', 'Las Vegas, NV']);
  });

  it('is exact to the cent, whatever the strategy, the stops, the quantities and the price', async () => {
    const price = fc.option(
      fc.oneof(
        fc.record({ base_rate: fc.nat(900_000).map((amount) => amount / 100) }),
        fc.record({ total_rate: fc.integer({ min: 9_000_000, max: 90_000_000 }).map((a) => a / 100) }),
        fc.record({ margin_percent: fc.integer({ min: -10_000, max: 100_000 }).map((p) => p / 100) }),
      ),
      { nil: undefined },
    );
    const quantity = fc.integer({ min: 1, max: 99_900 }).map((hundredths) => hundredths / 100);
    const requirements = fc
      .uniqueArray(fc.constantFrom('storage', 'prepull', 'stop_off', 'guaranteed', 'chassis'))
      .chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc.oneof(fc.constant(name), fc.record({ name: fc.constant(name), quantity })),
          ),
        ),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(STOPS),
        requirements,
        price,
        anyStrategy,
        async (stops, special_requirements, set, strategy) => {
          const request = { stops, special_requirements, origin: 'LBCT', ...(set && { price: set }) };
          const under = quotingUnderTest({ strategy });
          // A total can be less than the charges.
          if (!(await under.answer(request)).ok) return;
          const { quote, event } = await under.quote(request);
          const { pricing } = quote;
          const charges = pricing.accessorials.map(({ amount }) => amount);
          const parts = [pricing.base_rate, pricing.fuel_surcharge, ...charges];
          expect(parts.map(cents).reduce((sum, part) => sum + part, 0)).toBe(cents(pricing.total_rate));
          expect(charges).toEqual(Object.values(pricing.accessorial_charges));
          for (const { rate, quantity: units, amount, frequency } of pricing.accessorials) {
            if (frequency === 'per stop' || frequency === 'per day') {
              expect(cents(amount)).toBe(Math.round(cents(rate) * units));
            }
          }
          expect(event.route.stops).toHaveLength(stops.length);
          expect(cents(event.customerRate)).toBe(cents(pricing.base_rate) + cents(pricing.fuel_surcharge));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('charges the number of stop-offs that the request names, with a warning if it is another', async () => {
    const named = { stops: STOPS.slice(0, 3), special_requirements: [{ name: 'stop_off', quantity: 1 }] };
    const { quote } = await quotingUnderTest().quote(named);
    expect(quote.pricing.accessorials).toContainEqual(
      expect.objectContaining({ name: 'stop_off', quantity: 1 }),
    );
    expect(quote.warnings).toContain('stop_off is charged for 1 stops, as requested; the move has 3.');
  });

  it('has a warning if the own tariff has no stop-off', async () => {
    const off: OwnAccessorial = {
      ...{ name: 'stop_off', title: 'Stop-off', charge: { cents: 0 }, frequency: 'per stop' },
      ...{
        defaultQuantity: 1,
        freeTime: 0,
        occasion: 'on request',
        equipment: ['container_40'],
        enabled: false,
      },
    };
    const tariff = { version: 1, updatedAt: '', accessorials: [off] };
    const { quote } = await quotingUnderTest({ strategy: { tariff } }).quote({ stops: ['Barstow, CA'] });
    expect(quote.pricing.accessorial_charges).not.toHaveProperty('stop_off');
    expect(quote.warnings).toContainEqual(expect.stringMatching(/the stops are not charged\.$/));
  });

  it('has the warnings of the resolver, and pays the map service for each leg once', async () => {
    const asked: unknown[] = [];
    const mapRoutes = {
      betweenAll: async (lanes: readonly LaneEnds[]) => {
        asked.push(...lanes);
        return lanes.map(() => ({ routable: true as const, miles: 100, source: 'map', warnings: [] }));
      },
    };
    const { quote } = await quotingUnderTest({ mapRoutes }).quote({
      ...{ origin: 'LBCT', destination: 'Salt Lake City, UT', stops: ['Vegas', 'Kansas City'] },
    });
    expect(quote.warnings).toContainEqual(expect.stringContaining('Kansas City, KS'));
    expect([quote.route.distance, quote.route.distance_source, asked.length]).toEqual([300, 'map', 3]);
  });

  it.each([
    [{ stops: [...STOPS, 'Mesa, AZ'] }, 'stops', /a list of 0 to 5 places/],
    [{ stops: 'Barstow, CA' }, 'stops', /a list of 0 to 5 places/],
    [{ stops: [''] }, 'stops[0]', /must not be empty/],
    [{ stops: ['Barstow, CA', 7] }, 'stops[1]', /must be a string/],
    [
      { stops: ['Barstow, CA', 'Phoenix, AZ'] },
      'stops[1]',
      /^must not be the same place as the destination$/,
    ],
    [{ origin: 'Fresno, CA', stops: ['Fresno, CA'] }, 'stops[0]', /the same place as the origin/],
    [{ stops: ['Barstow, CA', 'Barstow, CA'] }, 'stops[1]', /the same place as stops\[0\]/],
  ])('%j is rejected in %s', async (changes, field, message) => {
    expect(await quotingUnderTest().rejection(changes)).toMatchObject({
      details: { errors: [{ field, message: expect.stringMatching(message) }] },
    });
  });

  it('is rejected with unknown and ambiguous places, and those that no road reaches', async () => {
    const unknown = await quotingUnderTest().rejection({
      stops: ['Barstow, CA', 'Xyzzyburg, ZZ', 'Springfield'],
    });
    expect(unknown).toMatchObject({
      code: 'LOCATION_NOT_FOUND',
      details: { field: 'stops[1]', errors: [{ field: 'stops[1]' }, { field: 'stops[2]' }] },
    });
    const island = await quotingUnderTest().rejection({
      origin: 'LBCT',
      stops: ['Barstow, CA', 'Honolulu, HI'],
    });
    expect(island).toMatchObject({
      ...{ code: 'NO_ROUTE', message: 'No road route from Barstow, CA to Honolulu, HI.' },
    });
  });
});
