import {
  EQUIPMENT_KINDS,
  equipmentOfKind,
  holdsFuel,
  KINDS,
  STEPS,
  stepOfKind,
} from '../loads/market-levels.ts';

/** Weeks before the current one that count. */
export const LOOKBACK_WEEKS = 60;
const WEEKS = LOOKBACK_WEEKS + 1;

/** A load as the fit reads it; equal loads are counted. */
export interface FitLoad {
  readonly freightMarket: string;
  /** Loads of the same lane have the same text. */
  readonly lane: string;
  readonly week: number;
  readonly kind: number;
  readonly residual: number;
  readonly count: number;
}

/** The levels that all lanes share, in natural logarithms above the cost model's linehaul. */
export interface MarketFit {
  /** The week in which it was computed, and the last one of every path. */
  readonly week: number;
  /** Of the nation, by week. */
  readonly nation: readonly number[];
  /** Expected change of the nation in the next week, of which `SLOPE_KEPT` is left after another one. */
  readonly slope: number;
  /** Of the nation, by kind of load. */
  readonly byKind: readonly number[];
  /** Relative to the nation. */
  readonly freightMarkets: ReadonlyMap<string, FreightMarketLevels>;
  /** Mean absolute deviations of loads from their lane, and of lanes from their freight market. */
  readonly scatter: number;
  readonly betweenLanes: number;
}

export interface FreightMarketLevels {
  readonly byWeek: readonly number[];
  readonly byStep: readonly number[];
}

/** Before any load. The deviations are those of simulated markets. */
export const UNFITTED: MarketFit = {
  week: 0,
  nation: [],
  slope: 0,
  byKind: [],
  freightMarkets: new Map(),
  scatter: 0.06,
  betweenLanes: 0.09,
};

/** Effects are fitted in turn; more passes do not change rates visibly. */
const PASSES = 12;
/** A load at this deviation counts half. */
const HALF_WEIGHT_AT = 0.18;
/** After so many weeks, a load counts half in effects that do not change over time. */
const STATIC_HALF_LIFE = 26;
/**
 * Weights of loads of the same week or distance step, the next one on either side, and so on. Paths by week have weights for
 * all weeks, so that weeks without loads follow the nearest ones.
 */
const KERNELS = {
  nation: halvingAfter(0.5),
  freightMarket: halvingAfter(2),
  freightMarketStep: [1, 0.6, 0.3, 0.15],
  step: [1, 0.3],
  alone: [1],
};
/** Loads that weigh as much as the level above. */
const SHRINKAGE = { freightMarket: 5, freightMarketStep: 4, step: 5, fuel: 20, equipment: 20, lane: 2 };
/** Larger deviations do not count as scatter. */
const FARTHEST = 0.5;

/** Weight of a load by its deviation, so that typing errors and rare charges do not move a level. */
export const robustWeight = (deviation: number, halfAt: number): number =>
  1 / (1 + (deviation / halfAt) ** 2);

function halvingAfter(weeks: number): readonly number[] {
  return Array.from({ length: WEEKS }, (_, away) => 0.5 ** (away / weeks));
}

interface Effect {
  readonly values: Float64Array;
  /** Position of each load's value; negative if the effect does not concern it. */
  readonly of: Int32Array;
  readonly isStatic: boolean;
  /** Values that follow each other, such as the weeks of a freight market. */
  readonly inRow: number;
  readonly kernel: readonly number[];
  readonly shrinkage: number;
}

/**
 * Fits nation by week, distance, fuel, equipment, freight markets by week and distance, and lanes to all loads together:
 * each effect in turn is the weighted mean of what the others leave unexplained, shrunk toward 0. Lanes are fitted so that
 * a change of their mix does not count as a change of the market. The order of loads does not matter.
 */
export function fitMarket(all: readonly FitLoad[], week: number): MarketFit {
  const from = week - LOOKBACK_WEEKS;
  const loads = all.filter((load) => load.week >= from && load.week <= week);
  if (loads.length === 0) return { ...UNFITTED, week };
  const names = [...new Set(loads.map(({ freightMarket }) => freightMarket))].sort();
  const positionOf = new Map(names.map((name, position) => [name, position]));
  const lanes = new Map<string, number>();
  for (const { lane } of loads) if (!lanes.has(lane)) lanes.set(lane, lanes.size);

  const effect = (
    length: number,
    of: (load: FitLoad) => number,
    terms: Pick<Effect, 'kernel' | 'shrinkage'> & Partial<Pick<Effect, 'isStatic' | 'inRow'>>,
  ): Effect => ({
    values: new Float64Array(length),
    of: Int32Array.from(loads, of),
    ...{ isStatic: true, inRow: length, ...terms },
  });
  const marketOf = ({ freightMarket }: FitLoad): number => positionOf.get(freightMarket) ?? 0;
  const stepOf = ({ kind }: FitLoad): number => stepOfKind(kind);
  const nation = effect(WEEKS, (load) => load.week - from, {
    ...{ kernel: KERNELS.nation, shrinkage: 1e-6, isStatic: false },
  });
  const steps = effect(STEPS, stepOf, { kernel: KERNELS.step, shrinkage: SHRINKAGE.step });
  const fuel = effect(STEPS, (load) => (holdsFuel(load.kind) ? -1 : stepOf(load)), {
    ...{ kernel: KERNELS.step, shrinkage: SHRINKAGE.fuel },
  });
  const equipment = effect(EQUIPMENT_KINDS, ({ kind }) => equipmentOfKind(kind), {
    ...{ kernel: KERNELS.alone, shrinkage: SHRINKAGE.equipment },
  });
  const markets = effect(names.length * WEEKS, (load) => marketOf(load) * WEEKS + load.week - from, {
    ...{ kernel: KERNELS.freightMarket, shrinkage: SHRINKAGE.freightMarket, isStatic: false, inRow: WEEKS },
  });
  const marketSteps = effect(names.length * STEPS, (load) => marketOf(load) * STEPS + stepOf(load), {
    ...{ kernel: KERNELS.freightMarketStep, shrinkage: SHRINKAGE.freightMarketStep, inRow: STEPS },
  });
  const byLane = effect(lanes.size, ({ lane }) => lanes.get(lane) ?? -1, {
    ...{ kernel: KERNELS.alone, shrinkage: SHRINKAGE.lane },
  });

  const unexplained = Float64Array.from(loads, ({ residual }) => residual);
  const counts = Float64Array.from(loads, ({ count }) => count);
  const recency = Float64Array.from(loads, (load) => 0.5 ** ((week - load.week) / STATIC_HALF_LIFE));
  const weights = counts.slice();
  const effects = [nation, steps, fuel, equipment, markets, marketSteps, byLane];
  for (let pass = 0; pass < PASSES; pass++) {
    if (pass > 0) {
      for (const [position, off] of unexplained.entries())
        weights[position] = (counts[position] ?? 0) * robustWeight(off, HALF_WEIGHT_AT);
    }
    for (const each of effects) fitEffect(each, unexplained, weights, recency);
  }
  const { sums, weights: weighed } = sumsOf(nation, unexplained, weights, recency);
  const { level, slope } = currentLevel(nation.values, sums, weighed);
  const kindLevel = (kind: number): number =>
    (steps.values[stepOfKind(kind)] ?? 0) +
    (holdsFuel(kind) ? 0 : (fuel.values[stepOfKind(kind)] ?? 0)) +
    (equipment.values[equipmentOfKind(kind)] ?? 0);
  return {
    week,
    nation: [...nation.values.slice(0, -1), level],
    slope,
    byKind: Array.from({ length: KINDS }, (_, kind) => kindLevel(kind)),
    freightMarkets: new Map(
      names.map((name, position) => [
        name,
        {
          byWeek: [...markets.values.slice(position * WEEKS, (position + 1) * WEEKS)],
          byStep: [...marketSteps.values.slice(position * STEPS, (position + 1) * STEPS)],
        },
      ]),
    ),
    scatter: meanSize(unexplained, counts, UNFITTED.scatter),
    betweenLanes: meanSize(byLane.values, new Float64Array(lanes.size).fill(1), UNFITTED.betweenLanes),
  };
}

/** Deviations of an unfitted market that count next to the measured ones. */
const TYPICAL_DEVIATIONS = 20;

function meanSize(deviations: Float64Array, counts: Float64Array, typical: number): number {
  let sum = TYPICAL_DEVIATIONS * typical;
  let counted = TYPICAL_DEVIATIONS;
  for (const [position, off] of deviations.entries()) {
    sum += (counts[position] ?? 0) * Math.min(FARTHEST, Math.abs(off));
    counted += counts[position] ?? 0;
  }
  return sum / counted;
}

function sumsOf(
  { values, of, isStatic }: Effect,
  unexplained: Float64Array,
  weights: Float64Array,
  recency: Float64Array,
) {
  const sums = new Float64Array(values.length);
  const weighed = new Float64Array(values.length);
  for (let position = 0; position < of.length; position++) {
    const at = of[position] ?? -1;
    if (at < 0) continue;
    const weight = (weights[position] ?? 0) * (isStatic ? (recency[position] ?? 0) : 1);
    sums[at] = (sums[at] ?? 0) + weight * ((unexplained[position] ?? 0) + (values[at] ?? 0));
    weighed[at] = (weighed[at] ?? 0) + weight;
  }
  return { sums, weights: weighed };
}

function fitEffect(
  effect: Effect,
  unexplained: Float64Array,
  weights: Float64Array,
  recency: Float64Array,
): void {
  const { values, of, inRow, kernel, shrinkage } = effect;
  const { sums, weights: weighed } = sumsOf(effect, unexplained, weights, recency);
  const before = values.slice();
  for (let at = 0; at < values.length; at++) {
    const row = at - (at % inRow);
    const end = Math.min(row + inRow, at + kernel.length);
    let [sum, weight] = [0, shrinkage];
    for (let near = Math.max(row, at - kernel.length + 1); near < end; near++) {
      const part = kernel[Math.abs(near - at)] ?? 0;
      sum += part * (sums[near] ?? 0);
      weight += part * (weighed[near] ?? 0);
    }
    values[at] = sum / weight;
  }
  for (let position = 0; position < of.length; position++) {
    const at = of[position] ?? -1;
    if (at < 0) continue;
    unexplained[position] = (unexplained[position] ?? 0) + (before[at] ?? 0) - (values[at] ?? 0);
  }
}

/** Loads of a week at which its mean and the expected level count equally, and the part of a change that is a slope. */
const HALF_GAIN_LOADS = 20;
const SLOPE_GAIN = 0.3;
/** Part of a slope that is left after a week. */
export const SLOPE_KEPT = 0.85;

/** The nation's slope by damped exponential smoothing (Holt), and the level to which it leads after the last week with loads. */
function currentLevel(path: Float64Array, sums: Float64Array, weights: Float64Array) {
  const first = weights.findIndex((weight) => weight > 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  let expected = (sums[first] ?? 0) / (weights[first] ?? 1);
  let slope = 0;
  for (let week = first; week <= last; week++) {
    const weight = weights[week] ?? 0;
    const gain = weight / (weight + HALF_GAIN_LOADS);
    const change = weight > 0 ? gain * ((sums[week] ?? 0) / weight - expected) : 0;
    slope += SLOPE_GAIN * gain * change;
    expected += change + SLOPE_KEPT * slope;
    slope *= SLOPE_KEPT;
  }
  let level = path[last] ?? 0;
  for (let week = last + 1; week < WEEKS; week++) {
    level += slope;
    slope *= SLOPE_KEPT;
  }
  return { level, slope };
}
