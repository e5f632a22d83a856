import { describe, expect, it } from '@jest/globals';
import { dieselFor, dieselLookup, isStale } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { DIESEL_AREAS, DIESEL_WEEKS, dieselAreaOf } from '../../../../shared/costs/diesel/diesel-prices.ts';
import { fuelCentsPerMile } from '../../../../shared/costs/model/fuel-surcharge.ts';
import { daysBetween } from '../../../../shared/platform/time/utc-day.ts';

const STATES_AND_DC =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';

describe('diesel areas', () => {
  it('puts each state into a region, and territories under the U.S. average', () => {
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
  ])('names the region of %s as the EIA does: %s', (state, region) => {
    expect(dieselFor(state, '2026-10-05').region).toBe(region);
  });
});

describe('diesel prices', () => {
  it('has each Monday in turn, each area with 3 decimals', () => {
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

  it('has the U.S. average between the dearest and the cheapest region, as an average must be', () => {
    for (const { prices } of DIESEL_WEEKS) {
      const { NUS, ...regions } = prices;
      expect(NUS).toBeGreaterThan(Math.min(...Object.values(regions)));
      expect(NUS).toBeLessThan(Math.max(...Object.values(regions)));
    }
  });

  it('holds a week until the next is published', () => {
    expect(dieselFor('CA', '2026-10-05')).toMatchObject({ pricePerGallon: 7.229, week: '2026-10-05' });
    expect(dieselFor('CA', '2026-10-04')).toMatchObject({ pricePerGallon: 7.357, week: '2026-09-28' });
  });

  it('carries the newest price forward and the oldest back', () => {
    expect(dieselFor('TX', '2030-01-01')).toMatchObject({ pricePerGallon: 5.819, week: '2026-10-05' });
    expect(dieselFor('TX', '2020-01-01')).toMatchObject({ pricePerGallon: 3.413, week: '2025-09-29' });
  });

  it('calls a price stale from the third week on', () => {
    const price = dieselFor('CA', '2026-12-01');

    expect(isStale(price, '2026-10-19')).toBe(false);
    expect(isStale(price, '2026-10-20')).toBe(true);
  });

  it('answers by whatever weeks it is given', () => {
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
  ])('is (diesel - peg) / mpg a mile: $%d a gallon is %d cents', (price, cents) => {
    expect(fuelCentsPerMile(price)).toBeCloseTo(cents, 2);
  });
});
