import { describe, expect, it } from 'vitest';
import {
  type ForecastError,
  IntervalCalibration,
} from '../../../../shared/market/model/interval-calibration.ts';

const WEEK = 500;
const errorOf = (facts: Partial<ForecastError>): ForecastError => ({
  week: WEEK - 1,
  tier: 2,
  standardizedError: 0,
  ...facts,
});

/** Evenly spread from -1 to 1. */
const spread = (count: number) => Array.from({ length: count }, (_, at) => (2 * (at + 0.5)) / count - 1);

describe('the calibration of intervals', () => {
  it('contains the middle 80% of the errors of a tier', () => {
    const calibration = new IntervalCalibration();
    for (const at of spread(20_000))
      calibration.count(errorOf({ standardizedError: at < 0 ? 2 * at : 3 * at }));
    const reach = calibration.intervalBounds(WEEK)[2];
    expect(reach?.low).toBeCloseTo(-1.6, 1);
    expect(reach?.high).toBeCloseTo(2.4, 1);
  });

  it('has bounds in a tier without errors, and always contains the rate', () => {
    const calibration = new IntervalCalibration();
    for (let count = 0; count < 5000; count++) calibration.count(errorOf({ tier: 3, standardizedError: 2 }));
    const [none, , , onesided] = calibration.intervalBounds(WEEK);
    expect(none?.low).toBeCloseTo(-(none?.high ?? 0), 6);
    expect(none?.high).toBeGreaterThan(1);
    expect(onesided?.low).toBeLessThan(0);
  });

  it('knows nothing of the week itself nor of later ones', () => {
    const calibration = new IntervalCalibration();
    const before = calibration.intervalBounds(WEEK);
    for (const week of [WEEK, WEEK + 1]) calibration.count(errorOf({ week, standardizedError: 4 }));
    expect(calibration.intervalBounds(WEEK)).toEqual(before);
  });
});
