import { CONFIDENCE_TIERS } from './confidence.ts';

/** Bins of standardized errors: width, and the number of bins on either side. */
const RANGE_BINS = { width: 0.1, farthest: 60 } as const;

/** Weeks after which an error counts half. */
const HALF_LIFE_WEEKS = 10;
/** Weight of the prior shape in each tier, in errors, so that the first weeks have an interval. */
const PRIOR_ERRORS = 150;
/** Degrees of freedom and width of Student's t, the prior shape of errors. */
const PRIOR_FREEDOM = 5;
const PRIOR_WIDTH = 0.92;

/** The interval contains the middle 80%. */
const LOW = 0.1;
const HIGH = 0.9;
/** The interval always contains the rate itself. */
const MIN_BOUND = 0.2;

/** Interval of the middle 80% of standardized errors: `low` is below 0, `high` above. */
export interface IntervalBounds {
  readonly low: number;
  readonly high: number;
}

/** Deviation of a load from its forecast, which uses only the weeks before. */
export interface ForecastError {
  readonly week: number;
  /** Tier of confidence of the forecast. */
  readonly tier: number;
  /** Deviation from the forecast, in expected standard deviations. */
  readonly standardizedError: number;
}

const BINS = 2 * RANGE_BINS.farthest + 1;
const binOf = (value: number): number =>
  Math.max(-RANGE_BINS.farthest, Math.min(RANGE_BINS.farthest, Math.round(value / RANGE_BINS.width))) +
  RANGE_BINS.farthest;

/**
 * Forecast errors of loads, counted by week, tier of confidence and size. They give the bounds that contain 80% of
 * a tier. It holds only counts, so their order does not matter.
 */
export class IntervalCalibration {
  readonly #weeks = new Map<number, Int32Array>();

  count({ week, tier, standardizedError }: ForecastError): void {
    const counts = this.#weeks.get(week) ?? new Int32Array(CONFIDENCE_TIERS.length * BINS);
    this.#weeks.set(week, counts);
    const bin = tier * BINS + binOf(standardizedError);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }

  /** Interval bounds of a week by tier, from the weeks before it. */
  intervalBounds(week: number): readonly IntervalBounds[] {
    const weights = this.#decayedCounts(week);
    return CONFIDENCE_TIERS.map((_, tier) => {
      const own = PRIOR.map((part, bin) => part * PRIOR_ERRORS + (weights[tier * BINS + bin] ?? 0));
      return {
        low: Math.min(-MIN_BOUND, quantile(own, LOW)),
        high: Math.max(MIN_BOUND, quantile(own, HIGH)),
      };
    });
  }

  /** Counts of the weeks before one, with exponential decay. */
  #decayedCounts(week: number): Float64Array {
    const weights = new Float64Array(CONFIDENCE_TIERS.length * BINS);
    for (const [counted, counts] of this.#weeks) {
      if (counted >= week) continue;
      const weight = 0.5 ** ((week - counted) / HALF_LIFE_WEEKS);
      for (const [position, count] of counts.entries()) {
        if (count > 0) weights[position] = (weights[position] ?? 0) + weight * count;
      }
    }
    return weights;
  }
}

const PRIOR: readonly number[] = priorShape();

function priorShape(): readonly number[] {
  const heights = Array.from({ length: BINS }, (_, bin) => {
    const at = ((bin - RANGE_BINS.farthest) * RANGE_BINS.width) / PRIOR_WIDTH;
    return (1 + (at * at) / PRIOR_FREEDOM) ** (-(PRIOR_FREEDOM + 1) / 2);
  });
  const total = heights.reduce((sum, height) => sum + height, 0);
  return heights.map((height) => height / total);
}

/** Weighted quantile; the weight is uniform within a bin. */
function quantile(weights: readonly number[], part: number): number {
  let left = part * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [bin, weight] of weights.entries()) {
    if (left <= weight) {
      const within = weight === 0 ? 0.5 : left / weight;
      return (bin - RANGE_BINS.farthest - 0.5 + within) * RANGE_BINS.width;
    }
    left -= weight;
  }
  return RANGE_BINS.farthest * RANGE_BINS.width;
}
