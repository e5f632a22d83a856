import { kindOf, laneKeys } from '../../shared/market/loads/market-levels.ts';
import { confidenceOf, tierOf } from '../../shared/market/model/confidence.ts';
import { estimateLane, levelAhead, spanOf } from '../../shared/market/model/estimate-lane.ts';
import { type FitLoad, fitMarket, LOOKBACK_WEEKS } from '../../shared/market/model/market-fit.ts';
import { BaselineRates } from './baselines.ts';
import { KnownMarket, type Perspective } from './known-market.ts';
import type { BacktestLoad, ScoredLoad } from './scored-load.ts';

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
  const seen = new Map<string, number>();
  let fitted: FitLoad[] = [];
  let first: number | undefined;
  for await (const loads of weeks) {
    const week = loads[0]?.week;
    if (week === undefined) continue;
    first ??= week;
    if (week - first >= warmUpWeeks) {
      const fit = fitMarket(fitted, week);
      const span = spanOf(week);
      yield loads.map((scored): ScoredLoad => {
        const { load, linehaulCents, fuelCents, equipmentCents } = scored;
        const kind = kindOf(load.miles, load.fuelIncluded, load.equipment);
        const estimate = estimateLane(known.cellsOf(load, span), { ...load, kind }, fit, span);
        const { level, low, high } = levelAhead(estimate, 0);
        const otherCents = equipmentCents + (load.fuelIncluded ? fuelCents : 0);
        const centsAt = (at: number): number => linehaulCents * Math.exp(at) + otherCents;
        const confidence = confidenceOf(
          (estimate.deviation * linehaulCents) / (linehaulCents + fuelCents),
          estimate.evidence,
        );
        return {
          ...scored,
          predictedCents: centsAt(level),
          minCents: centsAt(low),
          maxCents: centsAt(high),
          confidence,
          tier: tierOf(confidence),
          laneLoads: seen.get(laneKeys(load).lane ?? '') ?? 0,
          baselines: baselines.predict(scored),
        };
      });
    }
    known.learn(loads);
    baselines.learn(loads);
    fitted = [
      ...fitted.filter((load) => load.week > week - LOOKBACK_WEEKS),
      ...known.counting().map(({ load, residual, week: of }) => ({
        freightMarket: load.freightMarket,
        lane: laneKeys(load).lane ?? '',
        week: of,
        kind: kindOf(load.miles, load.fuelIncluded, load.equipment),
        residual,
        count: 1,
      })),
    ];
    for (const { load } of loads) {
      const { lane } = laneKeys(load);
      if (lane !== undefined) seen.set(lane, (seen.get(lane) ?? 0) + 1);
    }
  }
}
