import { describe, expect, it } from 'vitest';
import { dieselFor, dieselLookup, isStale } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { DIESEL_AREAS, DIESEL_WEEKS, dieselAreaOf } from '../../../../shared/costs/diesel/diesel-prices.ts';
import { fuelCentsPerMile } from '../../../../shared/costs/model/fuel-surcharge.ts';
import { daysBetween } from '../../../../shared/platform/time/utc-day.ts';

const STATES_AND_DC =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';

describe('diesel areas', () => {
  it('maps each state to a region and territories to the U.S. average', () => {
    const areas = STATES_AND_DC.split(' ').map(dieselAreaOf);

    expect(areas).toHaveLength(51);
    expect(areas).not.toContain('NUS');
    expect(dieselAreaOf('PR')).toBe('NUS');
  });

  it.each([
    ['CA', 'West Coast (PADD5)'],
    ['NJ', 'Central Atlantic (PADD1B)'],
    ['GA', 'Lower Atlantic (PADD1C)'],
    ['MA', 'New England (PADD1A)'],
    ['IL', 'Midwest (PADD2)'],
    ['TX', 'Gulf Coast (PADD3)'],
    ['UT', 'Rocky Mountain (PADD4)'],
    ['PR', 'U.S.'],
  ])('uses the EIA name of the region of %s: %s', (state, region) => {
    expect(dieselFor(state, '2026-10-05').region).toBe(region);
  });
});

describe('diesel prices', () => {
  it('includes every Monday in order, with 3 decimals for each area', () => {
    DIESEL_WEEKS.forEach(({ week, prices }, index) => {
      const previous = DIESEL_WEEKS[index - 1]?.week ?? '2025-09-22';
      expect(daysBetween(previous, week)).toBe(7);
      expect(new Date(week).getUTCDay()).toBe(1);
      for (const area of DIESEL_AREAS) {
        expect(prices[area]).toBeGreaterThan(2);
        expect(prices[area]).toBeLessThan(10);
        expect(Number(prices[area].toFixed(3))).toBe(prices[area]);
      }
    });
  });

  it('has a U.S. average between the cheapest and the most expensive region', () => {
    for (const { prices } of DIESEL_WEEKS) {
      const { NUS, ...regions } = prices;
      expect(NUS).toBeGreaterThan(Math.min(...Object.values(regions)));
      expect(NUS).toBeLessThan(Math.max(...Object.values(regions)));
    }
  });

  it('uses the price of a week until the next week is published', () => {
    expect(dieselFor('CA', '2026-10-05')).toMatchObject({ pricePerGallon: 7.229, week: '2026-10-05' });
    expect(dieselFor('CA', '2026-10-04')).toMatchObject({ pricePerGallon: 7.357, week: '2026-09-28' });
  });

  it('uses the newest price for later days and the oldest price for earlier days', () => {
    expect(dieselFor('TX', '2030-01-01')).toMatchObject({ pricePerGallon: 5.819, week: '2026-10-05' });
    expect(dieselFor('TX', '2020-01-01')).toMatchObject({ pricePerGallon: 3.413, week: '2025-09-29' });
  });

  it('treats a price as stale after 14 days', () => {
    const price = dieselFor('CA', '2026-12-01');

    expect(isStale(price, '2026-10-19')).toBe(false);
    expect(isStale(price, '2026-10-20')).toBe(true);
  });

  it('looks up the given weeks', () => {
    const weeks = DIESEL_WEEKS.map(({ week, prices }) => ({ week, prices: { ...prices, R50: 1 } }));
    expect(dieselLookup(weeks)('WA', '2026-10-05').pricePerGallon).toBe(1);
  });
});

describe('fuel surcharge', () => {
  it.each([
    [1.25, 0],
    [0.9, 0],
    [3.0, 31.82],
    [4.259, 54.71],
  ])('is (diesel - peg) / mpg per mile: $%d per gallon is %d cents', (price, cents) => {
    expect(fuelCentsPerMile(price)).toBeCloseTo(cents, 2);
  });
});
