import { describe, expect, it } from '@jest/globals';
import { IntervalCalibration, type Surprise } from '../../../../shared/market/model/interval-calibration.ts';

const WEEK = 500;
const surprise = (facts: Partial<Surprise>): Surprise => ({
  week: WEEK - 1,
  tier: 2,
  inDeviations: 0,
  ...facts,
});

/** Evenly spread from -1 to 1. */
const spread = (count: number) => Array.from({ length: count }, (_, at) => (2 * (at + 0.5)) / count - 1);

describe('the ledger of surprises', () => {
  it('reaches as far as the middle 80% of a tier lay', () => {
    const ledger = new IntervalCalibration();
    for (const at of spread(20_000)) ledger.count(surprise({ inDeviations: at < 0 ? 2 * at : 3 * at }));
    const reach = ledger.reaches(WEEK)[2];
    expect(reach?.low).toBeCloseTo(-1.6, 1);
    expect(reach?.high).toBeCloseTo(2.4, 1);
  });

  it('has a range in a tier without surprises, and keeps the rate in it whatever they are', () => {
    const ledger = new IntervalCalibration();
    for (let count = 0; count < 5000; count++) ledger.count(surprise({ tier: 3, inDeviations: 2 }));
    const [none, , , onesided] = ledger.reaches(WEEK);
    expect(none?.low).toBeCloseTo(-(none?.high ?? 0), 6);
    expect(none?.high).toBeGreaterThan(1);
    expect(onesided?.low).toBeLessThan(0);
  });

  it('knows nothing of the week itself nor of later ones', () => {
    const ledger = new IntervalCalibration();
    const before = ledger.reaches(WEEK);
    for (const week of [WEEK, WEEK + 1]) ledger.count(surprise({ week, inDeviations: 4 }));
    expect(ledger.reaches(WEEK)).toEqual(before);
  });
});
