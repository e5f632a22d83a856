import { CONFIDENCE_TIERS } from './confidence.ts';

/** Width of a bin of surprises, in expected deviations; those beyond six count as six. */
const BIN_WIDTH = 0.1;
const FARTHEST_BIN = 60;
const BINS = 2 * FARTHEST_BIN + 1;

/** Weeks after which a surprise counts half. */
const HALF_LIFE_WEEKS = 10;
/** Surprises that the shape below is worth in each tier, so that the first weeks have a range, too. */
const PRIOR_SURPRISES = 150;
/** Degrees of freedom and width of Student's t, which surprises are taken to follow before any is seen. */
const PRIOR_FREEDOM = 5;
const PRIOR_WIDTH = 0.92;

/** The range holds the middle 80%. */
const LOW = 0.1;
const HIGH = 0.9;
/** The rate itself lies in its range, whatever surprises have been. */
const LEAST_REACH = 0.2;

/** From where to where the middle 80% of surprises lie, in expected deviations: below 0 and above. */
export interface Reach {
  readonly low: number;
  readonly high: number;
}

/**
 * How far loads turned out from what was expected of them, counted by week, tier and size. Counts only: they add up in any
 * order. What the range of a tier must be to hold 80% follows from them.
 */
export class RangeCalibration {
  readonly #weeks = new Map<number, number[]>();

  /** @param surprise how far a load's residual lay above the level expected, in expected deviations. */
  count(week: number, tier: number, surprise: number): void {
    const counts = this.#weeks.get(week) ?? Array.from({ length: CONFIDENCE_TIERS.length * BINS }, () => 0);
    const bin = Math.max(-FARTHEST_BIN, Math.min(FARTHEST_BIN, Math.round(surprise / BIN_WIDTH)));
    const position = tier * BINS + bin + FARTHEST_BIN;
    counts[position] = (counts[position] ?? 0) + 1;
    this.#weeks.set(week, counts);
  }

  /** What ranges reach in a week, by tier, from the weeks before it. */
  reaches(week: number): readonly Reach[] {
    return CONFIDENCE_TIERS.map((_, tier) => {
      const weights = PRIOR.map((part) => part * PRIOR_SURPRISES);
      for (const [counted, counts] of this.#weeks) {
        if (counted >= week) continue;
        const weight = 0.5 ** ((week - counted) / HALF_LIFE_WEEKS);
        for (let bin = 0; bin < BINS; bin++) {
          weights[bin] = (weights[bin] ?? 0) + weight * (counts[tier * BINS + bin] ?? 0);
        }
      }
      return {
        low: Math.min(-LEAST_REACH, quantile(weights, LOW)),
        high: Math.max(LEAST_REACH, quantile(weights, HIGH)),
      };
    });
  }
}

const PRIOR: readonly number[] = priorShape();

function priorShape(): readonly number[] {
  const heights = Array.from({ length: BINS }, (_, position) => {
    const at = ((position - FARTHEST_BIN) * BIN_WIDTH) / PRIOR_WIDTH;
    return (1 + (at * at) / PRIOR_FREEDOM) ** (-(PRIOR_FREEDOM + 1) / 2);
  });
  const total = heights.reduce((sum, height) => sum + height, 0);
  return heights.map((height) => height / total);
}

/** The value below which a part of the weight lies; within a bin the weight is taken to lie evenly. */
function quantile(weights: readonly number[], part: number): number {
  let left = part * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [position, weight] of weights.entries()) {
    if (left <= weight) {
      const within = weight === 0 ? 0.5 : left / weight;
      return (position - FARTHEST_BIN - 0.5 + within) * BIN_WIDTH;
    }
    left -= weight;
  }
  return FARTHEST_BIN * BIN_WIDTH;
}
