import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../geography/places/places-file-ready.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

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
      dieselPrice: 7.229,
      dieselRegion: 'West Coast (PADD5)',
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
        requested: { origin: 'Long Beach, CA', destination: 'Phoenix, AZ' },
      },
      searchParams: { quoteType: 'spot', deliveryType: 'live', containerVolume: '', volumeDiscount: 0 },
      validUntil: { seconds: Date.parse('2026-10-14T23:59:59Z') / 1000, nanoseconds: 0 },
    });
    expect(quote.expiry_date).toBe('2026-10-14T23:59:59Z');
  });

  it('agrees with the quote: customerRate is base and fuel, fscRate is fuel in percent of base', async () => {
    const { quote, event } = await quotingUnderTest().quote();
    const { base_rate, fuel_surcharge } = quote.pricing;

    expect(event.customerRate).toBeCloseTo(base_rate + fuel_surcharge, 2);
    expect(event.fscRate).toBeCloseTo((fuel_surcharge / base_rate) * 100, 1);
    expect(event.baseRate * (1 + event.margin / 100)).toBeCloseTo(base_rate, 0);
  });

  it('has no surcharge if the strategy includes fuel', async () => {
    const { quote, event } = await quotingUnderTest({ strategy: { fuel: 'included' } }).quote();

    expect(event).toMatchObject({ fscIncluded: true, fscRate: 0, fscAmount: 0 });
    expect(event.customerRate).toBe(quote.pricing.base_rate);
  });

  it("has the requested drop and the strategy's own charges", async () => {
    const { event } = await quotingUnderTest({
      strategy: { accessorialOverrides: { chassis: { cents: 4_500 } } },
    }).quote({
      special_requirements: ['chassis', 'drop_and_pick'],
    });
    expect(event).toMatchObject({
      accessorialsType: 'custom',
      searchParams: { deliveryType: 'drop' },
      accessorials: [
        { id: 'chassis', rate: 45, type: 'custom' },
        { id: 'drop_and_pick', type: 'default' },
      ],
    });
  });

  it('gives the transit time of a short move in minutes', async () => {
    const { event } = await quotingUnderTest().quote({ destination: 'Carson, CA' });
    expect(event.transitTime).toMatch(/^\d+ mins$/);
  });
});
