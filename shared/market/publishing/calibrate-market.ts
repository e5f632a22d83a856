import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import type { LaneCells } from '../cells/lane-cells.ts';
import type { MarketCell } from '../cells/market-cell.ts';
import { visibleCells } from '../cells/visible-cells.ts';
import { type FitLoad, MarketFit } from '../fit/market-fit.ts';
import { type LoadsByWeek, readLoads } from '../importing/read-loads.ts';
import { laneCost } from '../loads/lane-cost.ts';
import { MARKET, type Sharing } from '../loads/load-owner.ts';
import { laneKeys } from '../loads/market-levels.ts';
import type { MarketLane } from '../loads/market-load.ts';
import { estimateLane } from '../model/estimate-lane.ts';
import { IntervalCalibration } from '../model/interval-calibration.ts';
import { laneOutlook } from '../model/lane-outlook.ts';
import { LOOKBACK_WEEKS } from '../model/market-parameters.ts';
import { type FittedMarket, nationPaths } from '../model/nation-paths.ts';
import type { MarketStore } from '../store/market-store.ts';

/** Weeks of forecasts: older errors would count less than one sixth. */
const WEEKS = 26;
/** Loads of a week that are compared with their forecasts: enough for quantiles at any volume. */
const LOADS_A_WEEK = 150;
const KEYS_AT_ONCE = 100;

export interface CalibrationInput {
  readonly freightMarkets: ReadonlyMap<string, MarketCell>;
  readonly sharing: Sharing;
  readonly dieselFor: DieselLookup;
  readonly thisWeek: number;
}

/** The fitted market and the forecast errors of its loads. */
export interface CalibratedMarket {
  readonly fitted: FittedMarket;
  readonly calibration: IntervalCalibration;
}

/**
 * Compares loads of each of the last weeks with forecasts from the weeks before, as the backtest does.
 * The errors give interval bounds and the dynamics of the market. The loads are sampled by their hashes, so the
 * order of imports does not matter.
 */
export async function calibrateMarket(
  store: MarketStore,
  { freightMarkets, sharing, dieselFor, thisWeek }: CalibrationInput,
): Promise<CalibratedMarket> {
  const from = thisWeek - WEEKS;
  const loads = await readLoads(store, freightMarkets, sharing, {
    from: from - LOOKBACK_WEEKS,
    to: thisWeek,
  });
  const fit = new MarketFit();
  for (let week = from - LOOKBACK_WEEKS; week < from; week++) addWeek(fit, loads, week);
  const calibration = new IntervalCalibration();
  for (let week = from; week <= thisWeek; week++) {
    const fitted = fit.advance(week);
    const sample = loads.ofWeek(week, LOADS_A_WEEK);
    if (sample.length > 0)
      await countForecastErrors(calibration, { store, freightMarkets, dieselFor }, week, fitted, sample);
    addWeek(fit, loads, week);
  }
  return { fitted: fit.advance(thisWeek), calibration };
}

function addWeek(fit: MarketFit, loads: LoadsByWeek, week: number): void {
  for (const load of loads.ofWeek(week)) fit.add(load);
  loads.drop(week);
}

async function countForecastErrors(
  calibration: IntervalCalibration,
  {
    store,
    freightMarkets,
    dieselFor,
  }: Pick<CalibrationInput, 'freightMarkets' | 'dieselFor'> & { readonly store: MarketStore },
  week: number,
  fitted: FittedMarket,
  sample: readonly FitLoad[],
): Promise<void> {
  const nation = nationPaths(fitted, week);
  const intervalBounds = calibration.intervalBounds(week);
  const cellsOf = await cellReader(store, sample, week);
  const freightMarketsBefore = new Map<string, MarketCell>();
  for (const { lane, kind, residual, count } of sample) {
    const { freightMarket } = lane;
    const cell = freightMarkets.get(freightMarket);
    if (cell !== undefined && !freightMarketsBefore.has(freightMarket)) {
      freightMarketsBefore.set(freightMarket, weeksBefore(cell, week));
    }
    const cells = visibleCells(
      { market: cellsOf(lane, freightMarketsBefore.get(freightMarket)) },
      nation.span,
    );
    const estimate = estimateLane(cells, { ...lane, kind }, nation);
    const outlook = laneOutlook(estimate, laneCost(lane, week, dieselFor), intervalBounds);
    const standardizedError = (residual - Math.log(outlook.factor)) / outlook.deviation;
    for (let left = count; left > 0; left--)
      calibration.count({ week, tier: outlook.tier, standardizedError });
  }
}

const weeksBefore = ({ weeks }: MarketCell, week: number): MarketCell => ({
  weeks: new Map([...weeks].filter(([of]) => of < week)),
});

async function cellReader(store: MarketStore, loads: readonly FitLoad[], week: number) {
  const keys = new Set<string>();
  for (const { lane } of loads) {
    const { freightMarket, ...narrow } = laneKeys(lane);
    for (const key of Object.values(narrow)) keys.add(key);
  }
  const cells = new Map<string, MarketCell>();
  for (const group of chunk([...keys], KEYS_AT_ONCE)) {
    const found = await store.cells(MARKET, group);
    for (const [position, key] of group.entries()) {
      const cell = found[position]?.cell;
      if (cell !== undefined && cell.weeks.size > 0) cells.set(key, weeksBefore(cell, week));
    }
  }
  return (lane: MarketLane, freightMarket: MarketCell | undefined): LaneCells => {
    const { freightMarket: _, ...narrow } = laneKeys(lane);
    const there = Object.entries(narrow).flatMap(([level, key]) => {
      const cell = cells.get(key);
      return cell === undefined ? [] : [[level, cell] as const];
    });
    return { ...Object.fromEntries(there), ...(freightMarket && { freightMarket }) };
  };
}
