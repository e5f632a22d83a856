import type { WeekSpan } from '../../platform/time/utc-week.ts';
import type { LaneLevel } from '../loads/market-levels.ts';
import { disclosedCell, hasLoads, mayContribute } from './disclosed-cell.ts';
import type { LaneCells } from './lane-cells.ts';
import { loadsBetween } from './market-cell.ts';
import { type CellSources, hasEnoughContributors } from './visible-cells.ts';

/** How many of a level's loads may be shown; null if the count must not be shown. */
export type CountShown = (level: LaneLevel, loads: number) => number | null;

/** Counts of other contributors' loads are rounded down to one of these numbers; larger counts are exact. */
const ROUND_COUNTS = [3, 5, 10, 20] as const;
const EXACT_FROM = 30;

/** The count of other contributors' loads that is shown. */
export const roundedCount = (loads: number): number =>
  loads >= EXACT_FROM ? loads : (ROUND_COUNTS.findLast((round) => round <= loads) ?? 0);

/**
 * Shows an organization's own loads exactly and rounds other contributors' loads down.
 * The count is null if fewer than three contributors reported the other loads. It is also null for a test key of an
 * organization whose pooled loads are among them.
 * @param visible result of `visibleCells` for the same sources.
 */
export function countShown(
  visible: LaneCells,
  { market, own = {}, requester, ownPooled = false }: CellSources,
  span: WeekSpan,
): CountShown {
  return (level, loads) => {
    const theirs = market[level];
    const shared = theirs && disclosedCell(theirs, level, requester);
    if (shared === undefined || !hasLoads(shared, span)) return loads;
    if (!hasEnoughContributors([shared], span)) return null;
    // The requester's own loads cannot be subtracted here, so the sum would reveal the exact count of others.
    if (requester !== undefined && !ownPooled && mayContribute(requester, shared)) return null;
    const ours = own[level];
    // Own loads count in the weeks in which the shared loads of the same week count.
    const counted = ours ? Math.min(loads, loadsBetween({ ...visible[level], weeks: ours.weeks }, span)) : 0;
    return counted + roundedCount(loads - counted);
  };
}
