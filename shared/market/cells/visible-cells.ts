import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { LANE_LEVELS, type LaneLevel } from '../loads/market-levels.ts';
import { disclosedCell, hasLoads, isOperatorsOwn } from './disclosed-cell.ts';
import type { LaneCells } from './lane-cells.ts';
import { type MarketCell, MIN_CONTRIBUTORS } from './market-cell.ts';
import { mergeCells } from './merge-cells.ts';

/** Whether three contributors or more are behind what cells say of a span: fewer, and one could read the other's rate. */
export const hasEnoughContributors = (cells: readonly MarketCell[], span: WeekSpan): boolean =>
  contributorsOf(cells, span).size >= MIN_CONTRIBUTORS;

/** Whether all may be answered from a level: any of its weeks is disclosed. */
export const isDisclosable = (level: LaneLevel, cell: MarketCell, span: WeekSpan): boolean =>
  hasLoads(disclosedCell(cell, level), span);

/** Contributors behind a cell in a span, counted up to `MIN_CONTRIBUTORS`. */
export const contributorsIn = (cell: MarketCell | undefined, span: WeekSpan): number =>
  Math.min(MIN_CONTRIBUTORS, contributorsOf(cell === undefined ? [] : [cell], span).size);

/** Who is behind cells in a span; of more than enough some. */
function contributorsOf(cells: readonly MarketCell[], { from, to }: WeekSpan): ReadonlySet<number> {
  const different = new Set<number>();
  for (const { weeks, countedIn } of cells) {
    for (const [week, { contributors }] of weeks) {
      const counting = countedIn?.get(week) ?? week;
      if (counting < from || counting > to) continue;
      for (const contributor of contributors) different.add(contributor);
      if (different.size >= MIN_CONTRIBUTORS) return different;
    }
  }
  return different;
}

/** Cells of the market at large, and those that the asking organization brought in itself. */
export interface CellSources {
  readonly market: LaneCells;
  readonly own?: LaneCells;
  /** `contributorHash` of the organization, where loads of it are in the market's cells as well, whichever key asks. */
  readonly requester?: number | undefined;
  /** Whether those loads are what `own` has: not so for a test key. */
  readonly ownPooled?: boolean;
}

/**
 * What an organization may be answered from: the disclosed weeks of the market's levels, and its own data whatever they
 * are. Nothing is counted twice.
 */
export function visibleCells(
  { market, own = {}, requester, ownPooled = false }: CellSources,
  span: WeekSpan,
): LaneCells {
  const visible: Partial<Record<LaneLevel, MarketCell>> = {};
  for (const level of LANE_LEVELS) {
    const theirs = market[level];
    const ours = own[level];
    const disclosed = theirs && disclosedCell(theirs, level, requester);
    const shared = hasLoads(disclosed, span) ? disclosed : undefined;
    const cell = shared && ours ? withOwn(shared, ours, ownPooled) : (shared ?? ours);
    if (cell !== undefined) visible[level] = cell;
  }
  return visible;
}

/** Pooled loads are in the disclosed weeks already, but for those that only the operator's own are shown of. */
function withOwn(shared: MarketCell, ours: MarketCell, pooled: boolean): MarketCell {
  if (!pooled) return mergeCells(shared, ours);
  const left = [...ours.weeks].filter(([week]) => {
    const disclosed = shared.weeks.get(week);
    return disclosed === undefined || isOperatorsOwn(disclosed);
  });
  return left.length === 0 ? shared : mergeCells(shared, { weeks: new Map(left) });
}
