import type { WeekSpan } from '../../platform/time/utc-week.ts';
import type { LaneLevel } from '../loads/market-levels.ts';
import { disclosedCell, hasLoads, mayContribute } from './disclosed-cell.ts';
import type { LaneCells } from './lane-cells.ts';
import { loadsBetween } from './market-cell.ts';
import { type CellSources, hasEnoughContributors } from './visible-cells.ts';

/** How many loads of a level are shown, of those that it has; null where the count must not be shown. */
export type CountShown = (level: LaneLevel, loads: number) => number | null;

/** Counts of others' loads are rounded down to one of these, and exact from more on. */
const ROUND_COUNTS = [3, 5, 10, 20] as const;
const EXACT_FROM = 30;

/** A count of others' loads as it is shown. */
export const roundedCount = (loads: number): number =>
  loads >= EXACT_FROM ? loads : (ROUND_COUNTS.findLast((round) => round <= loads) ?? 0);

/**
 * An organization's own loads are shown exactly, others' rounded down; null where fewer than three contributors are
 * behind what others' loads say, which may then only be the operator's own, and for a test key of an organization with
 * pooled loads among them.
 * @param visible by `visibleCells` from the same sources.
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
    // A sum with loads of its own that it cannot subtract here would show it the exact count of others.
    if (requester !== undefined && !ownPooled && mayContribute(requester, shared)) return null;
    const ours = own[level];
    // Own loads count in the weeks that the shared ones of their week count in.
    const counted = ours ? Math.min(loads, loadsBetween({ ...visible[level], weeks: ours.weeks }, span)) : 0;
    return counted + roundedCount(loads - counted);
  };
}
