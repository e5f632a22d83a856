import { estimateLane, type LaneEstimate } from '../../shared/market/estimate-lane.ts';
import { laneOutlook } from '../../shared/market/lane-outlook.ts';
import { distanceBand, laneKeys } from '../../shared/market/market-levels.ts';
import { LOOKBACK_WEEKS } from '../../shared/market/market-parameters.ts';
import { RangeCalibration } from '../../shared/market/range-calibration.ts';
import { BaselineRates } from './baselines.ts';
import { MarketMemory } from './market-memory.ts';
import type { BacktestLoad, ScoredLoad } from './scored-load.ts';

/**
 * Predicts every load from the weeks before its own and nothing else: a week is predicted whole, and only then learned.
 * @param weeks loads by week, oldest first.
 * @param warmUpWeeks weeks that are learned without being scored.
 */
export async function* rollForward(
  weeks: AsyncIterable<readonly BacktestLoad[]>,
  warmUpWeeks: number,
): AsyncGenerator<readonly ScoredLoad[]> {
  const memory = new MarketMemory();
  const baselines = new BaselineRates();
  const calibration = new RangeCalibration();
  const seen = new Map<string, number>();
  let first: number | undefined;
  for await (const loads of weeks) {
    const week = loads[0]?.week;
    if (week === undefined) continue;
    first ??= week;
    // The ranges are calibrated before they are scored: they need a few weeks of surprises.
    const counted = week - first >= Math.floor(warmUpWeeks / 2);
    if (counted) {
      const scored = predictWeek(loads, week, { memory, baselines, calibration, seen });
      if (week - first >= warmUpWeeks) yield scored;
      for (const { tier, surprise } of scored) calibration.count(week, tier, surprise);
    }
    memory.learn(loads);
    baselines.learn(loads);
    for (const { load } of loads) {
      const key = laneKeys(load).lane ?? '';
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  }
}

interface Knowledge {
  readonly memory: MarketMemory;
  readonly baselines: BaselineRates;
  readonly calibration: RangeCalibration;
  readonly seen: ReadonlyMap<string, number>;
}

function predictWeek(
  loads: readonly BacktestLoad[],
  week: number,
  { memory, baselines, calibration, seen }: Knowledge,
): readonly ScoredLoad[] {
  const nation = memory.nation({ from: week - LOOKBACK_WEEKS, to: week });
  const reaches = calibration.reaches(week);
  const estimates = new Map<string, LaneEstimate>();
  return loads.map((scored) => {
    const { load, linehaulCents, fuelCents, equipmentCents, residual } = scored;
    const band = distanceBand(load.miles);
    const lane = laneKeys(load).lane ?? '';
    const key = `${lane}|${band}`;
    let estimate = estimates.get(key);
    if (estimate === undefined) {
      estimate = estimateLane(memory.cellsOf(load), band, nation);
      estimates.set(key, estimate);
    }
    const outlook = laneOutlook(estimate, { linehaulCents, fuelCents }, reaches);
    const beside = equipmentCents + (load.fuelIncluded ? fuelCents : 0);
    return {
      ...scored,
      predictedCents: linehaulCents * outlook.factor + beside,
      minCents: linehaulCents * outlook.least + beside,
      maxCents: linehaulCents * outlook.most + beside,
      confidence: outlook.confidence,
      tier: outlook.tier,
      surprise: (residual - Math.log(outlook.factor)) / outlook.deviation,
      laneLoads: seen.get(lane) ?? 0,
      baselines: baselines.predict(scored),
    };
  });
}
