import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { LANE_LEVELS, type LaneLevel } from '../loads/market-levels.ts';
import { disclosedCell, hasLoads, isOperatorsOwn } from './disclosed-cell.ts';
import type { LaneCells } from './lane-cells.ts';
import { countsIn, type MarketCell, MIN_CONTRIBUTORS } from './market-cell.ts';
import { mergeCells } from './merge-cells.ts';

/** Whether at least three contributors reported the loads of a span: with fewer, one could infer another's rate. */
export const hasEnoughContributors = (cells: readonly MarketCell[], span: WeekSpan): boolean =>
  contributorsOf(cells, span).size >= MIN_CONTRIBUTORS;

/** Whether any week of a level is disclosed to all. */
export const isDisclosable = (level: LaneLevel, cell: MarketCell, span: WeekSpan): boolean =>
  hasLoads(disclosedCell(cell, level), span);

/** Contributors of a span; the count stops at `MIN_CONTRIBUTORS`. */
function contributorsOf(cells: readonly MarketCell[], span: WeekSpan): ReadonlySet<number> {
  const different = new Set<number>();
  for (const cell of cells) {
    for (const [week, { contributors }] of cell.weeks) {
      if (!countsIn(cell, week, span)) continue;
      for (const contributor of contributors) different.add(contributor);
      if (different.size >= MIN_CONTRIBUTORS) return different;
    }
  }
  return different;
}

/** Cells of the whole market, and those of the loads that the requesting organization imported. */
export interface CellSources {
  readonly market: LaneCells;
  readonly own?: LaneCells;
  /**
   * `contributorHash` of the organization, if any of its loads are in the market's cells. It is set for test keys,
   * as well.
   */
  readonly requester?: number | undefined;
  /** Whether the loads of `own` are in the market's cells; false for a test key. */
  readonly ownPooled?: boolean;
}

/**
 * The cells that an organization may see: disclosed weeks of the market and all of its own loads. No load counts
 * twice.
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

/** Pooled loads are already in disclosed weeks, except in weeks that disclose only the operator's loads. */
function withOwn(shared: MarketCell, ours: MarketCell, pooled: boolean): MarketCell {
  if (!pooled) return mergeCells(shared, ours);
  const left = [...ours.weeks].filter(([week]) => {
    const disclosed = shared.weeks.get(week);
    return disclosed === undefined || isOperatorsOwn(disclosed);
  });
  return left.length === 0 ? shared : mergeCells(shared, { weeks: new Map(left) });
}
