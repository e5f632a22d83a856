import { CONFIDENCE_TIERS } from './confidence.ts';
import { BANDS, bandOfKind, EQUIPMENT_KINDS, equipmentOfKind, holdsFuel, KINDS } from './market-levels.ts';
import { weightAt } from './robust-mean.ts';

/** Bins of surprises in expected deviations, which the ranges follow from: width, and the farthest on either side. */
const RANGE_BINS = { width: 0.1, farthest: 60 } as const;
/** Bins of surprises in residuals, which the offsets follow from. */
const OFFSET_BINS = { width: 0.01, farthest: 30 } as const;

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

/** Loads that an offset of 0 is worth, and their usual scatter. */
const NO_OFFSET_LOADS = 40;
const SCATTER = 0.08;

/** From where to where the middle 80% of surprises lie, in expected deviations: below 0 and above. */
export interface Reach {
  readonly low: number;
  readonly high: number;
}

/** How a load turned out beside what was expected of it before its week. */
export interface Surprise {
  readonly week: number;
  /** Tier of confidence it was expected with. */
  readonly tier: number;
  readonly kind: number;
  /** Its residual over the lane's level, the kind's own offset not taken off. */
  readonly overLevel: number;
  /** The same over level and offset, in expected deviations. */
  readonly inDeviations: number;
}

interface WeekOfSurprises {
  readonly tiers: Int32Array;
  readonly offsets: Int32Array;
}

const binsOf = ({ farthest }: { farthest: number }): number => 2 * farthest + 1;
const binOf = (value: number, { width, farthest }: { width: number; farthest: number }): number =>
  Math.max(-farthest, Math.min(farthest, Math.round(value / width))) + farthest;

/**
 * How loads turned out beside what was expected of them, counted by week and size: by tier of confidence, which tells how
 * far the range of a tier must reach to hold 80%, and by kind, which tells what a rate without fuel stands beside one with
 * it on the same lane. Counts only: they add up in any order.
 */
export class SurpriseLedger {
  readonly #weeks = new Map<number, WeekOfSurprises>();

  count({ week, tier, kind, overLevel, inDeviations }: Surprise): void {
    const counts = this.#weeks.get(week) ?? {
      tiers: new Int32Array(CONFIDENCE_TIERS.length * binsOf(RANGE_BINS)),
      offsets: new Int32Array(OFFSETS * binsOf(OFFSET_BINS)),
    };
    this.#weeks.set(week, counts);
    addOne(counts.tiers, tier * binsOf(RANGE_BINS) + binOf(inDeviations, RANGE_BINS));
    for (const offset of [fuelOffset(kind), equipmentOffset(kind)]) {
      addOne(counts.offsets, offset * binsOf(OFFSET_BINS) + binOf(overLevel, OFFSET_BINS));
    }
  }

  /** What ranges reach in a week, by tier, from the weeks before it. */
  reaches(week: number): readonly Reach[] {
    const bins = binsOf(RANGE_BINS);
    const weights = this.#weigh(week, 'tiers', CONFIDENCE_TIERS.length * bins);
    return CONFIDENCE_TIERS.map((_, tier) => {
      const own = PRIOR.map((part, bin) => part * PRIOR_SURPRISES + (weights[tier * bins + bin] ?? 0));
      return {
        low: Math.min(-LEAST_REACH, quantile(own, LOW)),
        high: Math.max(LEAST_REACH, quantile(own, HIGH)),
      };
    });
  }

  /**
   * What loads of each kind stand beside others of their distance on the same lane, as known in a week from the weeks
   * before it. With fuel and without it balance at each distance: what they have in common is their lanes' own. Equipment
   * stands beside dry 40-foot containers.
   */
  offsets(week: number): readonly number[] {
    const bins = binsOf(OFFSET_BINS);
    const weights = this.#weigh(week, 'offsets', OFFSETS * bins);
    const means = Array.from({ length: OFFSETS }, (_, offset) => {
      let sum = 0;
      let loads = 0;
      for (let bin = 0; bin < bins; bin++) {
        const value = (bin - OFFSET_BINS.farthest) * OFFSET_BINS.width;
        const weight = (weights[offset * bins + bin] ?? 0) * weightAt(value / SCATTER);
        sum += weight * value;
        loads += weight;
      }
      return { mean: sum / (loads + NO_OFFSET_LOADS), loads };
    });
    const meanOf = (offset: number): number => means[offset]?.mean ?? 0;
    return Array.from({ length: KINDS }, (_, kind) => {
      const band = bandOfKind(kind);
      const pair = [means[band], means[band + BANDS]];
      const loads = pair.reduce((total, of) => total + (of?.loads ?? 0), 0);
      const common = pair.reduce((total, of) => total + (of?.mean ?? 0) * (of?.loads ?? 0), 0);
      const fuel = meanOf(fuelOffset(kind)) - (loads === 0 ? 0 : common / loads);
      return fuel + meanOf(equipmentOffset(kind)) - meanOf(2 * BANDS);
    });
  }

  /** Counts of the weeks before one, the later ones counting more. */
  #weigh(week: number, of: keyof WeekOfSurprises, length: number): Float64Array {
    const weights = new Float64Array(length);
    for (const [counted, counts] of this.#weeks) {
      if (counted >= week) continue;
      const weight = 0.5 ** ((week - counted) / HALF_LIFE_WEEKS);
      for (const [position, count] of counts[of].entries()) {
        if (count > 0) weights[position] = (weights[position] ?? 0) + weight * count;
      }
    }
    return weights;
  }
}

/** Offsets are told by national distance band, with fuel and without, and by class of equipment. */
const OFFSETS = 2 * BANDS + EQUIPMENT_KINDS;
const fuelOffset = (kind: number): number => bandOfKind(kind) + (holdsFuel(kind) ? 0 : BANDS);
const equipmentOffset = (kind: number): number => 2 * BANDS + equipmentOfKind(kind);

const addOne = (counts: Int32Array, position: number): void => {
  counts[position] = (counts[position] ?? 0) + 1;
};

const PRIOR: readonly number[] = priorShape();

function priorShape(): readonly number[] {
  const heights = Array.from({ length: binsOf(RANGE_BINS) }, (_, bin) => {
    const at = ((bin - RANGE_BINS.farthest) * RANGE_BINS.width) / PRIOR_WIDTH;
    return (1 + (at * at) / PRIOR_FREEDOM) ** (-(PRIOR_FREEDOM + 1) / 2);
  });
  const total = heights.reduce((sum, height) => sum + height, 0);
  return heights.map((height) => height / total);
}

/** The value below which a part of the weight lies; within a bin the weight is taken to lie evenly. */
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
