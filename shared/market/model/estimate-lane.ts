import { costOfMove } from '../../costs/model/cost-model.ts';
import type { WeekSpan } from '../../platform/time/utc-week.ts';
import type { LaneCells } from '../cells/lane-cells.ts';
import { loadsBetween, type MarketCell } from '../cells/market-cell.ts';
import { contributorsIn } from '../cells/visible-cells.ts';
import { type LevelAbove, subtractCurve, type WeekValues, weekValues } from '../cells/week-values.ts';
import {
  kindAtStep,
  LANE_LEVELS,
  type LaneLevel,
  milesOfKind,
  STEPS,
  stepOfKind,
} from '../loads/market-levels.ts';
import type { MarketLane } from '../loads/market-load.ts';
import type { LaneEvidence } from './confidence.ts';
import { distanceCurve, stepSums } from './distance-curve.ts';
import { leaveLaneOut } from './leave-lane-out.ts';
import { filterLevel, type LevelPath } from './level-filter.ts';
import type { MarketParameters } from './market-parameters.ts';
import type { NationPaths } from './nation-paths.ts';
import { sharedLevels } from './shared-levels.ts';

/** A lane's distance, the inputs of its cost, and the requested kind of load. */
interface LaneDistance extends Pick<MarketLane, 'miles' | 'terminalType' | 'originState'> {
  readonly kind: number;
}

/** Levels above cost by distance step: the sum of a level by kind and a level by step. */
interface StepLevels {
  readonly byKind: Float64Array;
  readonly byStep: readonly number[];
}

type Origin = Pick<MarketLane, 'terminalType' | 'originState'>;

/** One-way miles in the middle of each distance step. */
const MIDDLES: readonly number[] = Array.from({ length: STEPS }, (_, step) => milesOfKind(step));

/** The price of diesel affects only the surcharge, not the linehaul. */
const logLinehaul = ({ terminalType, originState }: Origin, miles: number): number =>
  Math.log(costOfMove({ miles, terminalType, state: originState, dieselPrice: 0 }).linehaulCents);

/** Logarithms of the cost model's linehauls at the middles, by terminal type and state. */
const LINEHAULS = new Map<string, readonly number[]>();

function linehaulsOf(origin: Origin): readonly number[] {
  const name = `${origin.terminalType}|${origin.originState}`;
  const known = LINEHAULS.get(name) ?? MIDDLES.map((miles) => logLinehaul(origin, miles));
  LINEHAULS.set(name, known);
  return known;
}

/** Non-decreasing linehauls, cached by the levels of a week's kinds and of a market's steps. */
const RISING = new WeakMap<Float64Array, WeakMap<readonly number[], Map<string, readonly number[]>>>();

function risingLinehauls(lane: LaneDistance, { byKind, byStep }: StepLevels): readonly number[] {
  const ofWeek = RISING.get(byKind) ?? new WeakMap<readonly number[], Map<string, readonly number[]>>();
  RISING.set(byKind, ofWeek);
  const ofMarket = ofWeek.get(byStep) ?? new Map<string, readonly number[]>();
  ofWeek.set(byStep, ofMarket);
  const name = `${lane.terminalType}|${lane.originState}|${kindAtStep(lane.kind, 0)}`;
  const known =
    ofMarket.get(name) ??
    nonDecreasing(
      linehaulsOf(lane).map(
        (cost, step) => cost + (byKind[kindAtStep(lane.kind, step)] ?? 0) + (byStep[step] ?? 0),
      ),
    );
  ofMarket.set(name, known);
  return known;
}

/**
 * Offset of a lane's distance from the level of its distance step, in logarithms.
 * Linehauls at the middles of steps are made non-decreasing; between them they rise like the cost model's. So
 * without evidence of its own a farther door is never cheaper, and rates do not jump at the end of a step.
 */
function offsetFromStep(lane: LaneDistance, levels: StepLevels): number {
  const { kind, miles } = lane;
  const step = stepOfKind(kind);
  const ofStep = (levels.byKind[kind] ?? 0) + (levels.byStep[step] ?? 0);
  const rising = risingLinehauls(lane, levels);
  const next = MIDDLES.findIndex((middle) => middle > miles);
  const costs = linehaulsOf(lane);
  if (next <= 0) {
    // Before the first middle and beyond the last, linehauls follow the cost model.
    const end = next === 0 ? 0 : STEPS - 1;
    return (rising[end] ?? 0) - (costs[end] ?? 0) - ofStep;
  }
  const cost = logLinehaul(lane, miles);
  const [low, high] = [rising[next - 1] ?? 0, rising[next] ?? 0];
  const linehaul = low + (high - low) * partOfWay(miles, cost, next, costs);
  return linehaul - cost - ofStep;
}

/** Position between two middles, 0 to 1, by cost; by miles if all costs are equal. */
function partOfWay(miles: number, cost: number, next: number, costs: readonly number[]): number {
  const [low = 0, high = 0] = costs.slice(next - 1, next + 1);
  if (high > low) return Math.max(0, Math.min(1, (cost - low) / (high - low)));
  const [from = 0, to = 0] = MIDDLES.slice(next - 1, next + 1);
  return (miles - from) / (to - from);
}

/** Closest non-decreasing values by least squares: pool adjacent violators (Ayer et al., 1955). */
export function nonDecreasing(values: readonly number[]): readonly number[] {
  const pools: { mean: number; size: number }[] = [];
  for (const value of values) {
    let pool = { mean: value, size: 1 };
    for (let before = pools.at(-1); before !== undefined && before.mean > pool.mean; before = pools.at(-1)) {
      pools.pop();
      const size = before.size + pool.size;
      pool = { mean: (before.mean * before.size + pool.mean * pool.size) / size, size };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ mean, size }) => Array.from({ length: size }, () => mean));
}

/** The market's level on a lane, in natural logarithms above the cost model's linehaul. */
export interface LaneEstimate {
  readonly span: WeekSpan;
  /** One level for each week of the span; the last is the current one. */
  readonly levels: readonly number[];
  /** Variance of the current level. */
  readonly levelVariance: number;
  /** Variance of the change over the last `TREND_WEEKS`. */
  readonly changeVariance: number;
  /** Expected further change, of which a part is kept each week, and its variance. */
  readonly slope: number;
  readonly slopeVariance: number;
  /** Scatter of single loads around the lane's level. */
  readonly scatter: number;
  /** Loads of the span by level. */
  readonly loads: Readonly<Record<LaneLevel, number>>;
  readonly evidence: LaneEvidence;
}

/** A lane's freight market and distance, and the requested kind of load. */
export interface LaneQuery extends LaneDistance {
  readonly freightMarket: string;
}

/** Last estimate by the narrowest cell of a lane; it is valid while all cells are the same objects. */
const ESTIMATES = new WeakMap<
  MarketCell,
  {
    readonly cells: LaneCells;
    readonly query: LaneQuery;
    readonly nation: NationPaths;
    readonly estimate: LaneEstimate;
  }
>();

/** As `computeEstimate`, cached while nothing changed. */
export function estimateLane(cells: LaneCells, query: LaneQuery, nation: NationPaths): LaneEstimate {
  const narrowest = cells.lane ?? cells.zone ?? cells.state ?? cells.marketState;
  const known = narrowest && ESTIMATES.get(narrowest);
  if (
    known?.nation === nation &&
    sameQuery(known.query, query) &&
    LANE_LEVELS.every((level) => known.cells[level] === cells[level])
  ) {
    return known.estimate;
  }
  const estimate = computeEstimate(cells, query, nation);
  if (narrowest !== undefined) ESTIMATES.set(narrowest, { cells, query, nation, estimate });
  return estimate;
}

const sameQuery = (one: LaneQuery, other: LaneQuery): boolean =>
  one.kind === other.kind &&
  one.miles === other.miles &&
  one.freightMarket === other.freightMarket &&
  one.terminalType === other.terminalType &&
  one.originState === other.originState;

const NO_KINDS = new Float64Array(0);

/**
 * Estimates a lane's level: the paths of the nation and its freight market, plus the offsets of marketState, state,
 * zone and lane by the lane's cells.
 * Each offset is shrunk toward the level above if it has few loads. A freight market that was not fitted is
 * filtered from its cell.
 */
function computeEstimate(cells: LaneCells, query: LaneQuery, nation: NationPaths): LaneEstimate {
  const { span, parameters } = nation;
  const step = stepOfKind(query.kind);
  const shared = sharedLevels(cells, nation, query.freightMarket);
  const { freightMarket, freightMarketCurve, marketState, state, zone } = leaveLaneOut(shared, cells, span);
  const byKind = nation.levels.at(-1) ?? NO_KINDS;
  // Loads of the door's distance step count as loads of the door.
  const offStep = offsetFromStep(query, { byKind, byStep: freightMarketCurve });
  const byStep = freightMarketCurve.with(step, (freightMarketCurve[step] ?? 0) + offStep);
  const onZone: LevelAbove = {
    byKind: nation.levels,
    byWeek: sumOf(freightMarket, marketState, state, zone),
    byStep,
  };

  const above = [freightMarket, marketState, state, zone].reduce((sum, path) => sum + path.variance, 0);
  const leftToLane = shareLeftToLane(freightMarket, nation);
  const own = {
    ...parameters.lane,
    prior: { mean: 0, variance: parameters.lane.prior.variance + above },
    levelVariance: parameters.lane.levelVariance + leftToLane * parameters.freightMarket.levelVariance,
  };
  const loads = weekValues(cells.lane, span, onZone);
  const first = filterLevel(loads, own);
  const laneCurve = distanceCurve(stepSums(loads, first.means, parameters.laneCurve), parameters.laneCurve);
  const scatter = laneScatter(loads, first.means, laneCurve, parameters);
  const lane = filterLevel(subtractCurve(loads, laneCurve), { ...own, scatter });

  const unseen = own.prior.variance + own.levelVariance * (span.to - span.from);
  const learned = 1 - lane.variance / unseen;
  // Without a fitted nation, the freight market's variance includes the nation's, which is far larger than what
  // other loads leave uncertain.
  const lasting = nation.fitted ? above : above - freightMarket.variance;
  const atDistance = (byStep[step] ?? 0) + (laneCurve[step] ?? 0);
  const aboveLane = onZone.byWeek;
  return {
    span,
    levels: lane.means.map(
      (mean, position) =>
        mean + (nation.levels[position]?.[query.kind] ?? 0) + (aboveLane[position] ?? 0) + atDistance,
    ),
    levelVariance: lane.variance + nation.nation.variance + learned * parameters.carried * lasting,
    changeVariance: [nation.nation, freightMarket, marketState, state, zone, lane].reduce(
      (sum, of) => sum + (of === freightMarket ? 1 - leftToLane : 1) * of.changeVariance,
      0,
    ),
    slope: nation.nation.slope,
    slopeVariance: nation.nation.slopeVariance,
    scatter,
    loads: {
      freightMarket: loadsBetween(cells.freightMarket, span),
      marketState: shared.marketState.loads,
      state: shared.state.loads,
      zone: shared.zone.loads,
      lane: loadsIn(loads),
    },
    evidence: { loads: loadsIn(loads), contributors: contributorsIn(cells.lane, span) },
  };
}

/**
 * Part of the changes of nation and freight market that only the lane's loads show, 0 to 1, by the variance that
 * other loads leave. It is 0 if the nation is fitted.
 */
function shareLeftToLane(freightMarket: LevelPath, { fitted, span, parameters }: NationPaths): number {
  if (fitted) return 0;
  const { prior, levelVariance } = parameters.freightMarket;
  return freightMarket.variance / (prior.variance + levelVariance * (span.to - span.from));
}

const sumOf = (...paths: readonly LevelPath[]): readonly number[] =>
  (paths[0]?.means ?? []).map((_, position) =>
    paths.reduce((sum, { means }) => sum + (means[position] ?? 0), 0),
  );

const loadsIn = ({ loads }: WeekValues): number => loads.reduce((sum, ofWeek) => sum + ofWeek, 0);

/** Larger deviations are clipped, in typical scatters. */
const MAX_SCATTERS = 2.5;

function laneScatter(
  { values, counts, steps, starts }: WeekValues,
  means: readonly number[],
  curve: readonly number[],
  { lane: { scatter }, scatterLoads }: MarketParameters,
): number {
  let squares = scatterLoads * scatter * scatter;
  let loads = scatterLoads;
  for (const [position, mean] of means.entries()) {
    const to = starts[position + 1] ?? 0;
    for (let entry = starts[position] ?? 0; entry < to; entry++) {
      const count = counts[entry] ?? 0;
      const off = (values[entry] ?? 0) - mean - (curve[steps[entry] ?? 0] ?? 0);
      squares += count * Math.min(MAX_SCATTERS * scatter, Math.abs(off)) ** 2;
      loads += count;
    }
  }
  return Math.sqrt(squares / loads);
}
