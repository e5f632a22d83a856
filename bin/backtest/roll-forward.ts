import { MarketFit } from '../../shared/market/fit/market-fit.ts';
import { kindOf, laneKeys } from '../../shared/market/loads/market-levels.ts';
import { estimateLane, type LaneEstimate } from '../../shared/market/model/estimate-lane.ts';
import { levelsAhead } from '../../shared/market/model/forecast.ts';
import { type IntervalBounds, IntervalCalibration } from '../../shared/market/model/interval-calibration.ts';
import { laneOutlook } from '../../shared/market/model/lane-outlook.ts';
import type { MarketParameters } from '../../shared/market/model/market-parameters.ts';
import { nationPaths } from '../../shared/market/model/nation-paths.ts';
import { BaselineRates } from './baselines.ts';
import { KnownMarket, type Perspective } from './known-market.ts';
import type { BacktestLoad, Forecast, ScoredLoad } from './scored-load.ts';

/**
 * Predicts every load only from the weeks before its own: a whole week is predicted before it is learned.
 * @param weeks loads by week, oldest first.
 * @param warmUpWeeks weeks that are learned without being scored.
 * @param perspective whose rates are scored; by default those of the owner of all loads.
 */
export async function* rollForward(
  weeks: AsyncIterable<readonly BacktestLoad[]> | Iterable<readonly BacktestLoad[]>,
  warmUpWeeks: number,
  perspective?: Perspective,
): AsyncGenerator<readonly ScoredLoad[]> {
  const known = new KnownMarket(perspective);
  const baselines = new BaselineRates();
  const calibration = new IntervalCalibration();
  const fit = new MarketFit();
  const seen = new Map<string, number>();
  const past: Past = new Map();
  let first: number | undefined;
  for await (const loads of weeks) {
    const week = loads[0]?.week;
    if (week === undefined) continue;
    first ??= week;
    // Interval bounds need a few weeks of forecast errors before they are scored.
    const counted = week - first >= Math.floor(warmUpWeeks / 2);
    if (counted) {
      const scored = predictWeek(loads, week, { known, baselines, calibration, seen, past, fit });
      if (week - first >= warmUpWeeks) yield scored;
      for (const { forecastError } of scored) calibration.count(forecastError);
    }
    known.learn(loads);
    baselines.learn(loads);
    for (const { load, residual } of known.counting()) {
      fit.add({
        lane: load,
        week,
        kind: kindOf(load.miles, load.fuelIncluded, load.equipment),
        residual,
        count: 1,
      });
    }
    for (const { load } of loads) {
      const { lane } = laneKeys(load);
      if (lane !== undefined) seen.set(lane, (seen.get(lane) ?? 0) + 1);
    }
  }
}

const FORECASTS = [1, 2, 3, 4] as const;
const FORECAST_WEEKS = FORECASTS.length;
const NO_BOUNDS: IntervalBounds = { low: 0, high: 0 };

/** Estimates of past weeks. */
type Past = Map<
  number,
  {
    readonly estimates: ReadonlyMap<string, LaneEstimate>;
    readonly intervalBounds: readonly IntervalBounds[];
    readonly parameters: MarketParameters;
  }
>;

interface Knowledge {
  readonly known: KnownMarket;
  readonly baselines: BaselineRates;
  readonly calibration: IntervalCalibration;
  readonly fit: MarketFit;
  readonly seen: ReadonlyMap<string, number>;
  readonly past: Past;
}

function predictWeek(
  loads: readonly BacktestLoad[],
  week: number,
  { known, baselines, calibration, seen, past, fit }: Knowledge,
): readonly ScoredLoad[] {
  const nation = nationPaths(fit.advance(week), week);
  const intervalBounds = calibration.intervalBounds(week);
  const estimates = new Map<string, LaneEstimate>();
  past.set(week, { estimates, intervalBounds, parameters: nation.parameters });
  past.delete(week - FORECAST_WEEKS - 1);
  return loads.map((scored) => {
    const { load, linehaulCents, fuelCents, equipmentCents, residual } = scored;
    const kind = kindOf(load.miles, load.fuelIncluded, load.equipment);
    const keys = laneKeys(load);
    const lane = keys.lane ?? '';
    const key = `${Object.values(keys).join('|')}|${kind}|${load.miles}|${load.originState}`;
    let estimate = estimates.get(key);
    if (estimate === undefined) {
      estimate = estimateLane(known.cellsOf(load, nation.span), { ...load, kind }, nation);
      estimates.set(key, estimate);
    }
    const outlook = laneOutlook(estimate, { linehaulCents, fuelCents }, intervalBounds);
    const off = residual - Math.log(outlook.factor);
    const otherCents = equipmentCents + (load.fuelIncluded ? fuelCents : 0);
    const forecasts = FORECASTS.flatMap((weeksAhead): readonly Forecast[] => {
      const then = past.get(week - weeksAhead);
      const before = then?.estimates.get(key);
      const ahead = then && before && levelsAhead(before, weeksAhead, then.parameters).at(-1);
      if (then === undefined || before === undefined || ahead === undefined) return [];
      const { low, high } =
        then.intervalBounds[laneOutlook(before, { linehaulCents, fuelCents }, then.intervalBounds).tier] ??
        NO_BOUNDS;
      const deviation = Math.sqrt(ahead.variance + before.scatter ** 2);
      const at = (off: number): number =>
        linehaulCents * Math.exp(ahead.level + off * deviation) + otherCents;
      return [{ weeksAhead, cents: at(0), minCents: at(low), maxCents: at(high) }];
    });
    return {
      ...scored,
      predictedCents: linehaulCents * outlook.factor + otherCents,
      minCents: linehaulCents * outlook.least + otherCents,
      maxCents: linehaulCents * outlook.most + otherCents,
      confidence: outlook.confidence,
      tier: outlook.tier,
      forecastError: {
        week,
        tier: outlook.tier,
        standardizedError: off / outlook.deviation,
      },
      laneLoads: seen.get(lane) ?? 0,
      baselines: baselines.predict(scored),
      forecasts,
    };
  });
}
