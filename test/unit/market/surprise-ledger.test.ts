import { describe, expect, it } from '@jest/globals';
import { kindOf, pricedKind } from '../../../shared/market/market-levels.ts';
import { type Surprise, SurpriseLedger } from '../../../shared/market/surprise-ledger.ts';

const WEEK = 500;
const surprise = (facts: Partial<Surprise>): Surprise => ({
  week: WEEK - 1,
  tier: 2,
  kind: pricedKind(50),
  overLevel: 0,
  inDeviations: 0,
  ...facts,
});

/** Evenly spread from -1 to 1. */
const spread = (count: number) => Array.from({ length: count }, (_, at) => (2 * (at + 0.5)) / count - 1);

describe('the ledger of surprises', () => {
  it('reaches as far as the middle 80% of a tier lay', () => {
    const ledger = new SurpriseLedger();
    for (const at of spread(20_000)) ledger.count(surprise({ inDeviations: at < 0 ? 2 * at : 3 * at }));
    const reach = ledger.reaches(WEEK)[2];
    expect(reach?.low).toBeCloseTo(-1.6, 1);
    expect(reach?.high).toBeCloseTo(2.4, 1);
  });

  it('has a range in a tier without surprises, and keeps the rate in it whatever they are', () => {
    const ledger = new SurpriseLedger();
    for (let count = 0; count < 5000; count++) ledger.count(surprise({ tier: 3, inDeviations: 2 }));
    const [none, , , onesided] = ledger.reaches(WEEK);
    expect(none?.low).toBeCloseTo(-(none?.high ?? 0), 6);
    expect(none?.high).toBeGreaterThan(1);
    expect(onesided?.low).toBeLessThan(0);
  });

  it('knows nothing of the week itself nor of later ones', () => {
    const ledger = new SurpriseLedger();
    const before = [ledger.reaches(WEEK), ledger.offsets(WEEK)];
    for (const week of [WEEK, WEEK + 1]) ledger.count(surprise({ week, inDeviations: 4, overLevel: 0.2 }));
    expect([ledger.reaches(WEEK), ledger.offsets(WEEK)]).toEqual(before);
  });

  it('tells what rates without fuel stand beside those with it at a distance', () => {
    const ledger = new SurpriseLedger();
    const without = kindOf(50, false, 'container_40');
    for (let count = 0; count < 4000; count++) {
      ledger.count(surprise({ overLevel: -0.01 }));
      ledger.count(surprise({ overLevel: 0.03, kind: without }));
    }
    const offsets = ledger.offsets(WEEK);
    expect((offsets[without] ?? 0) - (offsets[pricedKind(50)] ?? 0)).toBeCloseTo(0.04, 3);
    expect(offsets[pricedKind(300)]).toBe(0);
  });

  it('tells what equipment stands beside dry 40-foot containers', () => {
    const ledger = new SurpriseLedger();
    for (let count = 0; count < 4000; count++) {
      ledger.count(surprise({ overLevel: 0 }));
      ledger.count(surprise({ overLevel: 0.02, kind: kindOf(300, true, 'container_20') }));
    }
    const offsets = ledger.offsets(WEEK);
    expect(offsets[kindOf(50, true, 'container_20')]).toBeCloseTo(0.02, 3);
    expect(offsets[kindOf(50, true, 'container_40hc')]).toBeCloseTo(0, 3);
  });
});
