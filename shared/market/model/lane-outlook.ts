import type { LaneCost } from '../loads/lane-cost.ts';
import { confidenceOf, shownConfidence, tierOf } from './confidence.ts';
import type { LaneEstimate } from './estimate-lane.ts';
import type { IntervalBounds } from './interval-calibration.ts';

/** Rate factors and confidence of a lane. */
export interface LaneOutlook {
  /** Factors of the cost model's linehaul: for the rate, and for the ends of its range. */
  readonly factor: number;
  readonly least: number;
  readonly most: number;
  /** 0-100, as published: at most 62 for a lane with too little evidence. */
  readonly confidence: number;
  /** Tier of the expected error, which selects the interval bounds. */
  readonly tier: number;
  /** Expected deviation of a load's residual from the level. */
  readonly deviation: number;
}

/** @param intervalBounds by tier. */
export function laneOutlook(
  estimate: LaneEstimate,
  cost: LaneCost,
  intervalBounds: readonly IntervalBounds[],
): LaneOutlook {
  const level = estimate.levels.at(-1) ?? 0;
  const deviation = Math.sqrt(estimate.levelVariance + estimate.scatter ** 2);
  // Fuel is priced by its week's diesel and does not scatter with the market.
  const scatteringPart = cost.linehaulCents / (cost.linehaulCents + cost.fuelCents);
  const expected = confidenceOf(deviation * scatteringPart);
  const tier = tierOf(expected);
  const { low, high } = intervalBounds[tier] ?? { low: 0, high: 0 };
  return {
    factor: Math.exp(level),
    least: Math.exp(level + low * deviation),
    most: Math.exp(level + high * deviation),
    confidence: shownConfidence(expected, estimate.evidence),
    tier,
    deviation,
  };
}
