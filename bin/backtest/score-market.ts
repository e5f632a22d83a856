import type { Perspective } from './known-market.ts';
import { rollForward } from './roll-forward.ts';
import type { BacktestLoad } from './scored-load.ts';
import { type BacktestReport, BacktestTally } from './scores.ts';

/** Warm-up weeks of a long run, and the part of a short run. */
const WARM_UP_WEEKS = 26;
const WARM_UP_PART = 1 / 3;

export interface ScoredMarket extends BacktestReport {
  /** Weeks that were learned before the first was scored. */
  readonly warmUpWeeks: number;
}

/** Default number of warm-up weeks: 26, or a third of a run of fewer than 78 weeks, and at least 1. */
export function defaultWarmUp(weeks: number): number {
  return Math.max(1, Math.min(WARM_UP_WEEKS, Math.floor(weeks * WARM_UP_PART)));
}

/**
 * Predicts all loads week by week from the weeks before, and adds up the errors.
 * @param weeks loads by week, oldest first.
 * @param perspective whose rates are scored; by default those of the owner of all loads.
 */
export async function scoreMarket(
  weeks: AsyncIterable<readonly BacktestLoad[]> | readonly (readonly BacktestLoad[])[],
  warmUp?: number,
  perspective?: Perspective,
): Promise<ScoredMarket> {
  const warmUpWeeks = warmUp ?? (Array.isArray(weeks) ? defaultWarmUp(weeksIn(weeks)) : WARM_UP_WEEKS);
  const tally = new BacktestTally();
  for await (const week of rollForward(weeks, warmUpWeeks, perspective)) {
    for (const scored of week) tally.add(scored);
  }
  return { ...tally.report(), warmUpWeeks };
}

/** Weeks from the first load to the last. */
function weeksIn(weeks: readonly (readonly BacktestLoad[])[]): number {
  const first = weeks[0]?.[0]?.week;
  const last = weeks.at(-1)?.[0]?.week;
  return first === undefined || last === undefined ? 0 : last - first + 1;
}
