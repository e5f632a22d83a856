import type { WeekSpan } from '../../platform/time/utc-calendar.ts';
import {
  countingWeek,
  countsIn,
  kindOfSlot,
  loadsBetween,
  loadsOf,
  type MarketCell,
  residualOf,
  slotsOf,
} from '../cells/market-cell.ts';
import type { LaneCells } from '../cells/visible-cells.ts';
import { linehaulAt, type MarketLane } from '../loads/market-lane.ts';
import {
  kindAtStep,
  LANE_LEVELS,
  type LaneLevel,
  milesOfKind,
  STEPS,
  stepOfKind,
} from '../loads/market-levels.ts';
import { LOOKBACK_WEEKS, type MarketFit, robustWeight, SLOPE_KEPT } from './market-fit.ts';

/** A lane, and the kind of load that is priced. */
export interface LaneQuery extends MarketLane {
  readonly kind: number;
}

/** The market's level on a lane, in natural logarithms above the cost model's linehaul. */
export interface LaneEstimate {
  readonly span: WeekSpan;
  /** One level for each week of the span; the last is the current one. */
  readonly levels: readonly number[];
  /** Expected change in the next week, of which `SLOPE_KEPT` is left after another one. */
  readonly slope: number;
  /** Expected size of the difference between a load and the current level. */
  readonly deviation: number;
  /** Loads of the span by level. */
  readonly loads: Readonly<Record<LaneLevel, number>>;
  readonly evidence: LaneEvidence;
}

export const spanOf = (week: number): WeekSpan => ({ from: week - LOOKBACK_WEEKS, to: week });

/** How the mean of a cell is shrunk toward the levels above. */
interface Shrinkage {
  /** Loads that weigh as much as the levels above. */
  readonly loads: number;
  /** Weeks after which a load counts half. */
  readonly halfLife: number;
  /** Whether a mean that is far from the levels above is shrunk less: a lane that differs by 20% is known after few loads. */
  readonly adaptive?: boolean;
  /** Whether only loads of the door count: those of the same distance step. */
  readonly ofDoor?: boolean;
}

const FREIGHT_MARKET: Shrinkage = { loads: 4, halfLife: 26 };
const MARKET_STATE: Shrinkage = { loads: 30, halfLife: 26 };
const ZONE: Shrinkage = { loads: 12, halfLife: 26 };
const ZONE_DOOR: Shrinkage = { loads: 4, halfLife: 40, adaptive: true, ofDoor: true };
const LANE: Shrinkage = { loads: 8, halfLife: 14, adaptive: true };
const DOOR: Shrinkage = { loads: 1.5, halfLife: 14, ofDoor: true };
const RECENT: Shrinkage = { loads: 8, halfLife: 2, adaptive: true };
const RECENT_DOOR: Shrinkage = { ...RECENT, ofDoor: true };
const OWN: Shrinkage = { loads: 4, halfLife: 14, ofDoor: true };

/** At this distance from the levels above, an adaptive shrinkage is half as strong. */
const HALF_SHRUNK_AT = 0.02;
/** Loads at this deviation from the mean count half; in the first pass, which does not know the mean, three times as far. */
const HALF_WEIGHT_AT = 0.15;
const PASSES = 3;
/** Loads of a terminal's lane from which it may differ from the other terminals of its harbor. */
const MIN_LANE_LOADS = 8;
/** Doors that must agree before other doors follow by more than `MAX_FROM_FEW_DOORS`, which is 8%. */
const AGREEING_DOORS = 3;
const MAX_FROM_FEW_DOORS = Math.log(1.08);
/** Weight of the scatter above in a lane's scatter, in loads, and its largest deviation. */
const SCATTER_LOADS = 12;
const FARTHEST = 0.5;
/**
 * Expected difference of an unknown lane from the levels above, in mean deviations of lanes, and the loads after which the
 * variance of that difference is half as large. The scatter of a lane with loads of its own contains most of it.
 */
const UNKNOWN_DEVIATIONS = 2.4;
const HALF_KNOWN_LOADS = { few: 1.6, enough: 0.3 };
/** Loads of one week that count as evidence: more of them say the same again. */
const MAX_EVIDENCE_A_WEEK = 3;

/**
 * Estimates a lane's level: the published levels of its market, and the weighted means of the cells of market state, zone
 * and lane, each relative to the levels above it and shrunk toward them.
 * @param own the caller's loads, which also are in `cells`: they count again at its own doors.
 */
export function estimateLane(
  cells: LaneCells,
  query: LaneQuery,
  fit: MarketFit,
  span: WeekSpan,
  own: LaneCells = {},
): LaneEstimate {
  const market = fit.freightMarkets.get(query.freightMarket);
  const base = baseLevels(query, fit, span);
  const step = stepOfKind(query.kind);
  let offset = 0;
  let fromFewDoors = 0;
  let { scatter } = fit;
  let known = 0;

  const add = (cell: MarketCell | undefined, shrinkage: Shrinkage): void => {
    if (cell === undefined) return;
    const mean = shrunkMean(cell, base, span, { step, offset }, shrinkage);
    if (shrinkage.ofDoor !== true && mean.agreeingDoors < AGREEING_DOORS) {
      const before = fromFewDoors;
      const limited = before + mean.value;
      fromFewDoors = Math.max(-MAX_FROM_FEW_DOORS, Math.min(MAX_FROM_FEW_DOORS, limited));
      offset += fromFewDoors - before;
    } else offset += mean.value;
    scatter = (mean.sizes + SCATTER_LOADS * scatter) / (mean.counted + SCATTER_LOADS);
    known = mean.counted;
  };
  if (market === undefined) add(cells.freightMarket, FREIGHT_MARKET);
  add(cells.marketState, MARKET_STATE);
  add(cells.zone, ZONE);
  // The scatter of an area contains that between its lanes, which is added below.
  scatter = fit.scatter;
  known = 0;
  const isKnown = loadsBetween(cells.lane, span) >= MIN_LANE_LOADS;
  // Trailers have no harbor whose terminals must agree.
  if (!isKnown && query.trailer === undefined) add(cells.zone, ZONE_DOOR);
  else for (const level of [LANE, DOOR, RECENT, RECENT_DOOR]) add(cells.lane, level);
  add(own.lane, OWN);
  if (cells.lane === undefined && own.lane === undefined) known = 0;

  const halfKnown = isKnown ? HALF_KNOWN_LOADS.enough : HALF_KNOWN_LOADS.few;
  const between = UNKNOWN_DEVIATIONS * fit.betweenLanes * Math.sqrt(halfKnown / (known + halfKnown));
  const nowOffset = offset + offsetOfMiles(query, base);
  const loads = Object.fromEntries(
    LANE_LEVELS.map((level) => [level, loadsBetween(cells[level], span)]),
  ) as Record<LaneLevel, number>;
  return {
    span,
    levels: base.byWeek.map((level) => level + nowOffset),
    slope: fit.slope,
    deviation: Math.hypot(scatter, between),
    loads,
    evidence: {
      ownLoads: loadsBetween(own.lane, span),
      loads: evidenceOf(cells.lane, span),
    },
  };
}

function evidenceOf(cell: MarketCell | undefined, span: WeekSpan): number {
  let evidence = 0;
  for (const [week, facts] of cell?.weeks ?? []) {
    if (cell && countsIn(cell, week, span)) evidence += Math.min(MAX_EVIDENCE_A_WEEK, loadsOf(facts));
  }
  return evidence;
}

interface BaseLevels {
  /** Of nation and freight market, for each week of the span. */
  readonly byWeek: readonly number[];
  readonly byKind: readonly number[];
  readonly byStep: readonly number[];
}

function baseLevels(
  { freightMarket }: Pick<MarketLane, 'freightMarket'>,
  fit: MarketFit,
  span: WeekSpan,
): BaseLevels {
  const market = fit.freightMarkets.get(freightMarket);
  const last = fit.nation.length - 1;
  return {
    byWeek: Array.from({ length: span.to - span.from + 1 }, (_, passed) => {
      // Weeks outside the fit have the level of its nearest one.
      const at = Math.max(0, Math.min(last, last + span.from + passed - fit.week));
      return (fit.nation[at] ?? 0) + (market?.byWeek[at] ?? 0);
    }),
    byKind: fit.byKind,
    byStep: market?.byStep ?? [],
  };
}

interface ShrunkMean {
  readonly value: number;
  /** Doors whose loads are on the side of the mean. */
  readonly agreeingDoors: number;
  /** Sum of the sizes of deviations from the mean, and of their weights. */
  readonly sizes: number;
  readonly counted: number;
}

/** The mean of a cell's loads relative to the levels above, shrunk toward 0. @param door its distance step. */
function shrunkMean(
  cell: MarketCell,
  { byWeek, byKind, byStep }: BaseLevels,
  span: WeekSpan,
  door: { readonly step: number; readonly offset: number },
  { loads, halfLife, adaptive = false, ofDoor = false }: Shrinkage,
): ShrunkMean {
  const slots: { readonly above: number; readonly weight: number; readonly step: number }[] = [];
  for (const [week, facts] of cell.weeks) {
    if (!countsIn(cell, week, span)) continue;
    const level = (byWeek[Math.max(0, week - span.from)] ?? 0) + door.offset;
    const recency = 0.5 ** ((span.to - countingWeek(cell, week)) / halfLife);
    for (const [slot, count] of slotsOf(facts)) {
      const kind = kindOfSlot(slot);
      const step = stepOfKind(kind);
      if (ofDoor && step !== door.step) continue;
      const above = residualOf(slot) - level - (byKind[kind] ?? 0) - (byStep[step] ?? 0);
      slots.push({ above, weight: count * recency, step });
    }
  }
  const byDoor = new Float64Array(STEPS);
  let value = 0;
  let [sizes, counted] = [0, 0];
  for (let pass = 0; pass < PASSES; pass++) {
    const halfAt = pass === 0 ? 3 * HALF_WEIGHT_AT : HALF_WEIGHT_AT;
    let [sum, weight] = [0, 0];
    [sizes, counted] = [0, 0];
    byDoor.fill(0);
    for (const { above, weight: plain, step } of slots) {
      const robust = plain * robustWeight(above - value, halfAt);
      sum += robust * above;
      weight += robust;
      sizes += plain * Math.min(FARTHEST, Math.abs(above - value));
      counted += plain;
      byDoor[step] = (byDoor[step] ?? 0) + robust * above;
    }
    if (weight === 0) break;
    const pull = adaptive ? loads / (1 + (sum / weight / HALF_SHRUNK_AT) ** 2) : loads;
    value = sum / (weight + pull);
  }
  const agreeingDoors = byDoor.reduce((doors, off) => (off * value > 0 ? doors + 1 : doors), 0);
  return { value, agreeingDoors, sizes, counted };
}

/** One-way miles in the middle of each distance step. */
const MIDDLES: readonly number[] = Array.from({ length: STEPS }, (_, step) => milesOfKind(step));

/**
 * The level of a lane's distance by the published curves. Linehauls at the middles of steps are made non-decreasing;
 * between them they rise like the cost model's. So without evidence of its own a farther door is never cheaper, and rates
 * do not jump at the end of a step.
 */
function offsetOfMiles(query: LaneQuery, { byKind, byStep }: BaseLevels): number {
  const { kind, miles } = query;
  const costs = MIDDLES.map((middle) => Math.log(linehaulAt(query, middle)));
  const rising = nonDecreasing(
    costs.map((cost, step) => cost + (byKind[kindAtStep(kind, step)] ?? 0) + (byStep[step] ?? 0)),
  );
  const next = MIDDLES.findIndex((middle) => middle > miles);
  // Before the first middle and beyond the last, linehauls follow the cost model.
  if (next === 0) return (rising[0] ?? 0) - (costs[0] ?? 0);
  if (next < 0) return (rising[STEPS - 1] ?? 0) - (costs[STEPS - 1] ?? 0);
  const cost = Math.log(linehaulAt(query, miles));
  const [low = 0, high = 0] = costs.slice(next - 1, next + 1);
  const [from = 0, to = 0] = MIDDLES.slice(next - 1, next + 1);
  const part =
    high > low ? Math.max(0, Math.min(1, (cost - low) / (high - low))) : (miles - from) / (to - from);
  const [before = 0, after = 0] = rising.slice(next - 1, next + 1);
  return before + (after - before) * part - cost;
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

/** Deviations on either side of the level that contain the middle 80% of loads. */
const RANGE_DEVIATIONS = 1.45;
/** Expected size of a week's change of a lane, for forecasts. */
const WEEKLY_CHANGE = 0.015;

/** Level and 80% range of a week: this one, or one ahead. */
export interface LevelRange {
  readonly level: number;
  readonly low: number;
  readonly high: number;
}

export function levelAhead({ levels, slope, deviation }: LaneEstimate, weeksAhead: number): LevelRange {
  let level = levels.at(-1) ?? 0;
  for (let week = 0; week < weeksAhead; week++) level += slope * SLOPE_KEPT ** week;
  const reach = RANGE_DEVIATIONS * Math.hypot(deviation, WEEKLY_CHANGE * Math.sqrt(weeksAhead));
  return { level, low: level - reach, high: level + reach };
}

/** Groups of scores whose errors the backtest measures, from the lowest. */
export const CONFIDENCE_TIERS = [
  { name: '0-39', from: 0 },
  { name: '40-59', from: 40 },
  { name: '60-79', from: 60 },
  { name: '80-100', from: 80 },
] as const;

/** Position of a score's tier, from 0, the lowest. */
export const tierOf = (confidence: number): number =>
  CONFIDENCE_TIERS.reduce((tier, { from }, position) => (confidence >= from ? position : tier), 0);

/** Expected size of a load's deviation, as a share of the rate, and its score. Scores between them are interpolated. */
const SCORES = [
  { deviation: 0.035, score: 100 },
  { deviation: 0.06, score: 80 },
  { deviation: 0.08, score: 60 },
  { deviation: 0.1, score: 40 },
  { deviation: 0.13, score: 20 },
  { deviation: 0.25, score: 0 },
] as const;

interface LaneEvidence {
  readonly ownLoads: number;
  /** Visible loads, of which few count in each week. */
  readonly loads: number;
}

/** The highest score of a lane without loads, and the loads at which half of the rest is reached. */
const MOST_WITHOUT_LOADS = 50;
const HALF_LOADS = 12;

/** Confidence of 0-100: by the expected deviation, but at most what the lane's loads support. */
export function confidenceOf(deviation: number, { ownLoads, loads }: LaneEvidence): number {
  const evidence = Math.max(ownLoads, loads);
  const most = MOST_WITHOUT_LOADS + (100 - MOST_WITHOUT_LOADS) * (evidence / (evidence + HALF_LOADS));
  return Math.floor(Math.min(most, scoreOf(deviation)));
}

function scoreOf(deviation: number): number {
  let [best] = SCORES as readonly { deviation: number; score: number }[];
  for (const worse of SCORES.slice(1)) {
    if (best === undefined || deviation <= best.deviation) break;
    if (deviation < worse.deviation) {
      const along = (deviation - best.deviation) / (worse.deviation - best.deviation);
      return best.score + (worse.score - best.score) * along;
    }
    best = worse;
  }
  return best?.score ?? 0;
}
