import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { isOperatorsOwn } from '../cells/disclosed-cell.ts';
import type { LaneCells } from '../cells/lane-cells.ts';
import {
  type BinWidth,
  coarseSlot,
  kindOfSlot,
  type MarketCell,
  operatorsCounts,
  residualOf,
} from '../cells/market-cell.ts';
import { countedWeek } from '../cells/week-values.ts';
import { stepOfKind } from '../loads/market-levels.ts';
import { distanceCurve } from './distance-curve.ts';
import { filterMeans, type LevelPath, type WeekMeans } from './level-filter.ts';
import type { FreightMarketPath } from './nation-paths.ts';
import { weightAt } from './robust-mean.ts';
import type { AreaLevel, FilteredFreightMarket, SharedLevel, SharedLevels } from './shared-levels.ts';
import { shrinkByDoors } from './shrink-by-doors.ts';

/** The levels above a lane, estimated from the other lanes' loads. */
export interface LevelsAboveLane {
  readonly freightMarket: LevelPath;
  readonly freightMarketCurve: readonly number[];
  readonly marketState: LevelPath;
  readonly state: LevelPath;
  readonly zone: LevelPath;
}

/**
 * Removes the loads of a lane from the levels that it shares, so that they count only at the lane.
 * Each load is removed from its week's robust mean with the weight that it has there; the other weights do not
 * change. So the work grows with the slots of the lane's weeks in each level, not with the number of loads.
 */
export function leaveLaneOut(
  { freightMarket, marketState, state, zone }: SharedLevels,
  cells: LaneCells,
  span: WeekSpan,
): LevelsAboveLane {
  const { lane } = cells;
  if (lane === undefined) {
    return {
      freightMarket: freightMarket.path,
      freightMarketCurve: freightMarket.curve,
      marketState: marketState.shrunk,
      state: state.shrunk,
      zone: zone.shrunk,
    };
  }
  const without = (level: AreaLevel, cell: MarketCell | undefined, shift: ParentShift): LevelPath => {
    const { weeks, stepLoads } = otherLoads(level, cell, lane, span);
    return shrinkByDoors(filterMeans(shifted(weeks, level, shift), level.dynamics), stepLoads, level);
  };
  const { path, curve: freightMarketCurve } =
    'curveSums' in freightMarket
      ? freightMarketWithoutLane(freightMarket, cells.freightMarket, lane, span)
      : freightMarket;
  const onFreightMarket: ParentShift =
    path === freightMarket.path
      ? NO_SHIFT
      : {
          byWeek: shiftOf(NO_SHIFT, freightMarket, path),
          byStep: freightMarket.curve.map((bend, step) => bend - (freightMarketCurve[step] ?? 0)),
        };
  const marketStatePath = without(marketState, cells.marketState, onFreightMarket);
  const onMarketState = {
    ...onFreightMarket,
    byWeek: shiftOf(onFreightMarket, { path: marketState.shrunk }, marketStatePath),
  };
  return {
    freightMarket: path,
    freightMarketCurve,
    marketState: marketStatePath,
    state: without(state, cells.state, onMarketState),
    zone: without(zone, cells.zone, onMarketState),
  };
}

/** How far the levels above fell when the lane was removed: relative to them, loads are that much higher. */
interface ParentShift {
  readonly byWeek: readonly number[];
  readonly byStep: readonly number[];
}

const NO_SHIFT: ParentShift = { byWeek: [], byStep: [] };

const shiftOf = (
  { byWeek }: ParentShift,
  { path }: { readonly path: LevelPath },
  { means }: LevelPath,
): readonly number[] =>
  path.means.map((mean, position) => (byWeek[position] ?? 0) + mean - (means[position] ?? 0));

/** Called for a load of the lane as a cell above counts it, relative to the level above that cell. */
type OnLoad = (position: number, step: number, value: number, count: number) => void;

function eachLoad(
  { above }: Pick<SharedLevel, 'above'>,
  cell: MarketCell | undefined,
  lane: MarketCell,
  span: WeekSpan,
  onLoad: OnLoad,
): void {
  if (cell === undefined) return;
  for (const [week, ofLane] of lane.weeks) {
    const counted = countedWeek(cell, week, span);
    if (counted === undefined) continue;
    const { position, above: at, facts } = counted;
    const { slots, width: laneWidth = 1 } = ofLane;
    const areaSlots = facts.slots;
    // Above the lane, an undisclosed week contains only the operator's own loads.
    const counts = isOperatorsOwn(facts) ? operatorsCounts(ofLane) : ofLane.counts;
    const ofKinds = above.byKind[at];
    const ofWeek = above.byWeek[at] ?? 0;
    const width = Math.max(laneWidth, facts.width ?? 1) as BinWidth;
    // Slots at most this far from the middle of a wide bin are in it.
    const half = (width - 1) / 2;
    let kind = -1;
    let step = 0;
    let level = 0;
    let bin = -1;
    let left = 0;
    let place = 0;
    for (let entry = 0; entry < slots.length; entry++) {
      const slot = coarseSlot(slots[entry] ?? 0, width);
      if (slot !== bin) {
        bin = slot;
        left = 0;
        for (; place < areaSlots.length; place++) {
          const areaSlot = areaSlots[place] ?? 0;
          if (areaSlot > slot + half) break;
          if (areaSlot >= slot - half) left += facts.counts[place] ?? 0;
        }
      }
      // Each level discloses its weeks separately: never remove more loads than the level contains.
      const count = Math.min(counts[entry] ?? 0, left);
      if (count === 0) continue;
      left -= count;
      // Slots of a kind are adjacent, so its level is looked up once.
      if (kindOfSlot(slot) !== kind) {
        kind = kindOfSlot(slot);
        step = stepOfKind(kind);
        level = (ofKinds?.[kind] ?? 0) + ofWeek + (above.byStep[step] ?? 0);
      }
      onLoad(position, step, residualOf(slot) - level, count);
    }
  }
}

/** Smallest remaining part of a weight: differences of large numbers are inexact. */
const MIN_LEFT = 1e-6;

/** The weeks of a level, and its loads by distance step, without the lane. */
function otherLoads(
  { path: { weekMeans }, dynamics: { scatter }, ...level }: SharedLevel,
  cell: MarketCell | undefined,
  lane: MarketCell,
  span: WeekSpan,
): { readonly weeks: WeekMeans; readonly stepLoads: Float64Array } {
  const inverse = 1 / scatter;
  const loads = weekMeans.loads.slice();
  const means = weekMeans.means.slice();
  const weights = weekMeans.weights.slice();
  const stepLoads = level.stepLoads.slice();
  eachLoad(level, cell, lane, span, (position, step, value, count) => {
    stepLoads[step] = Math.max(0, (stepLoads[step] ?? 0) - count);
    const all = weights[position] ?? 0;
    const out = count * weightAt((value - (weekMeans.centres[position] ?? 0)) * inverse);
    const left = Math.max(MIN_LEFT * all, all - out);
    loads[position] = Math.max(0, (loads[position] ?? 0) - count);
    means[position] = ((means[position] ?? 0) * (left + out) - value * out) / left;
    weights[position] = left;
  });
  return { weeks: { ...weekMeans, loads, means, weights }, stepLoads };
}

/** The same weeks relative to the shifted levels. */
function shifted(
  weekMeans: WeekMeans,
  { stepLoads, loads }: SharedLevel,
  { byWeek, byStep }: ParentShift,
): WeekMeans {
  let bend = 0;
  for (const [step, fall] of byStep.entries()) bend += (fall * (stepLoads[step] ?? 0)) / (loads || 1);
  return {
    ...weekMeans,
    means: weekMeans.means.map((mean, position) => mean + (byWeek[position] ?? 0) + bend),
  };
}

/** The freight market without the lane's loads: its path and its distance curve. */
function freightMarketWithoutLane(
  freightMarket: FilteredFreightMarket,
  cell: MarketCell | undefined,
  lane: MarketCell,
  span: WeekSpan,
): FreightMarketPath {
  const { weeks: others } = otherLoads(freightMarket, cell, lane, span);
  const path = filterMeans(others, freightMarket.dynamics);
  const { curveTerms, curveSums } = freightMarket;
  const sums = curveSums.sums.slice();
  const weights = curveSums.weights.slice();
  const inverse = 1 / curveTerms.scatter;
  const newest = span.to - span.from;
  eachLoad(freightMarket, cell, lane, span, (position, step, value, count) => {
    const off = value - (freightMarket.path.means[position] ?? 0);
    const out = count * curveTerms.kept ** (newest - position) * weightAt(off * inverse);
    sums[step] = (sums[step] ?? 0) - out * off;
    weights[step] = Math.max(0, (weights[step] ?? 0) - out);
  });
  const fall = meanShift(freightMarket, others, path);
  for (const [step, weight] of weights.entries()) sums[step] = (sums[step] ?? 0) + weight * fall;
  return { path, curve: distanceCurve({ sums, weights }, curveTerms) };
}

/** Mean shift of the freight market's path, with the curve's weights of weeks. */
function meanShift(
  { path, curveTerms: { kept } }: FilteredFreightMarket,
  { weights }: WeekMeans,
  { means }: LevelPath,
): number {
  let sum = 0;
  let weight = 0;
  let recency = 1;
  for (let position = means.length - 1; position >= 0; position--) {
    const of = recency * (weights[position] ?? 0);
    sum += of * ((path.means[position] ?? 0) - (means[position] ?? 0));
    weight += of;
    recency *= kept;
  }
  return weight === 0 ? 0 : sum / weight;
}
