import type { WeekSpan } from '../../platform/time/utc-week.ts';
import type { LaneCells } from '../cells/lane-cells.ts';
import type { MarketCell } from '../cells/market-cell.ts';
import { type LevelAbove, weekValues } from '../cells/week-values.ts';
import { STEPS } from '../loads/market-levels.ts';
import { type CurveTerms, distanceCurve, type StepSums, stepSums } from './distance-curve.ts';
import { type FilteredLevel, filterLevel, type LevelDynamics, type LevelPath } from './level-filter.ts';
import type { FreightMarketPath, NationPaths } from './nation-paths.ts';
import { type ShrinkageTerms, shrinkByDoors } from './shrink-by-doors.ts';

/**
 * A level estimated from all loads of a cell, relative to the level above. It is the same for all lanes of the
 * cell, and cached.
 */
export interface SharedLevel {
  readonly path: FilteredLevel;
  readonly dynamics: LevelDynamics;
  /** The level that was subtracted from its loads. */
  readonly above: LevelAbove;
  /** Loads by distance step. */
  readonly stepLoads: Float64Array;
  readonly loads: number;
}

/** A level of an area, shrunk toward the level above if its loads are of few doors. */
export interface AreaLevel extends SharedLevel {
  readonly shrunk: LevelPath;
  readonly doorVariance: number;
}

/** A freight market that is filtered from its cell, with its distance curve. */
export interface FilteredFreightMarket extends SharedLevel {
  readonly curveSums: StepSums;
  readonly curve: readonly number[];
  readonly curveTerms: CurveTerms;
}

/** The levels that a lane shares with others. A fitted freight market already excludes the lane's own part. */
export interface SharedLevels {
  readonly freightMarket: FreightMarketPath | FilteredFreightMarket;
  readonly marketState: AreaLevel;
  readonly state: AreaLevel;
  readonly zone: AreaLevel;
}

/** Last result for a cell; it is valid while level above and parameters are the same objects. */
const FOLLOWED = new WeakMap<MarketCell, AreaLevel>();
const FREIGHT_MARKETS = new WeakMap<MarketCell, FilteredFreightMarket>();
/** One `LevelAbove` object for each level, so that cached results below it stay valid. */
const BELOW = new WeakMap<object, LevelAbove>();

/**
 * Variance that loads of one distance step share (lane, door, habits of the shipper), as a ratio to that of lanes.
 * In the backtest 1, 2 and 4 give the same error on known lanes; 2 gives a lower one than 1 on new lanes.
 */
const DOORS_TO_LANES = 2;

/**
 * Estimates the levels above a lane from all loads, including the lane's.
 * @param name of the lane's freight market.
 */
export function sharedLevels(cells: LaneCells, nation: NationPaths, name: string): SharedLevels {
  const { span, parameters } = nation;
  const fitted = nation.freightMarkets.get(name);
  const onNation = below(nation, () => ({ byKind: nation.levels, byWeek: [], byStep: [] }));
  const freightMarket = fitted ?? filteredFreightMarket(cells.freightMarket, nation, onNation);
  const onFreightMarket = below(freightMarket, () => ({
    ...onNation,
    byWeek: freightMarket.path.means,
    byStep: freightMarket.curve,
  }));
  const doorVariance = DOORS_TO_LANES * parameters.lane.prior.variance;
  const area = (level: 'marketState' | 'state' | 'zone', above: LevelAbove): AreaLevel =>
    areaLevel(cells[level], span, above, { dynamics: parameters[level], doorVariance });
  const marketState = area('marketState', onFreightMarket);
  const onMarketState = below(marketState, () => ({
    ...onFreightMarket,
    byWeek: marketState.shrunk.means.map((mean, position) => mean + (onFreightMarket.byWeek[position] ?? 0)),
  }));
  return {
    freightMarket,
    marketState,
    state: area('state', onMarketState),
    zone: area('zone', onMarketState),
  };
}

function below(level: object, make: () => LevelAbove): LevelAbove {
  const known = BELOW.get(level) ?? make();
  BELOW.set(level, known);
  return known;
}

function filteredFreightMarket(
  cell: MarketCell | undefined,
  { span, parameters: { freightMarket: dynamics, freightMarketCurve } }: NationPaths,
  above: LevelAbove,
): FilteredFreightMarket {
  const known = cell && FREIGHT_MARKETS.get(cell);
  if (known?.above === above && known.dynamics === dynamics) return known;
  const values = weekValues(cell, span, above);
  const path = filterLevel(values, dynamics);
  const curveSums = stepSums(values, path.means, freightMarketCurve);
  const freightMarket: FilteredFreightMarket = {
    ...shared(values, path, dynamics, above),
    curveSums,
    curve: distanceCurve(curveSums, freightMarketCurve),
    curveTerms: freightMarketCurve,
  };
  if (cell !== undefined) FREIGHT_MARKETS.set(cell, freightMarket);
  return freightMarket;
}

function areaLevel(
  cell: MarketCell | undefined,
  span: WeekSpan,
  above: LevelAbove,
  { dynamics, doorVariance }: ShrinkageTerms,
): AreaLevel {
  const known = cell && FOLLOWED.get(cell);
  if (known?.above === above && known.dynamics === dynamics) return known;
  const values = weekValues(cell, span, above);
  const followed = shared(values, filterLevel(values, dynamics), dynamics, above);
  const shrunk = shrinkByDoors(followed.path, followed.stepLoads, { dynamics, doorVariance });
  const level: AreaLevel = { ...followed, shrunk, doorVariance };
  if (cell !== undefined) FOLLOWED.set(cell, level);
  return level;
}

function shared(
  { counts, steps, loads }: ReturnType<typeof weekValues>,
  path: FilteredLevel,
  dynamics: LevelDynamics,
  above: LevelAbove,
): SharedLevel {
  const stepLoads = new Float64Array(STEPS);
  for (const [entry, count] of counts.entries()) {
    const step = steps[entry] ?? 0;
    stepLoads[step] = (stepLoads[step] ?? 0) + count;
  }
  return { path, dynamics, above, stepLoads, loads: loads.reduce((sum, ofWeek) => sum + ofWeek, 0) };
}
