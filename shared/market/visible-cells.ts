import type { LaneCells } from './estimate-lane.ts';
import type { LoadOwner } from './load-owner.ts';
import { contributorHash, type MarketCell, TOLD_APART } from './market-cell.ts';
import { LANE_LEVELS, type LaneLevel } from './market-levels.ts';
import { mergeCells } from './merge-cells.ts';
import type { WeekSpan } from './week-number.ts';

/** Loads of the operator's that name nobody are its own, and there for all. */
const OPERATOR = contributorHash('operator' satisfies LoadOwner);

/** Whether three contributors or more are behind what cells say of a span: fewer, and one could read the other's rate. */
export const manyContribute = (cells: readonly MarketCell[], span: WeekSpan): boolean =>
  contributorsOf(cells, span).size >= TOLD_APART;

/**
 * Whether all may be answered from a level: three contributors or more, or above the lane the operator with its own
 * loads; in a ZIP area, which may hold a single lane, it alone.
 */
export function servesAll(
  level: LaneLevel | 'nation',
  cells: readonly MarketCell[],
  span: WeekSpan,
): boolean {
  const different = contributorsOf(cells, span);
  if (different.size >= TOLD_APART) return true;
  if (level === 'lane' || !different.has(OPERATOR)) return false;
  return level !== 'zone' || different.size === 1;
}

/** Contributors behind a cell in a span, counted up to `TOLD_APART`. */
export const contributorsIn = (cell: MarketCell | undefined, span: WeekSpan): number =>
  Math.min(TOLD_APART, contributorsOf(cell === undefined ? [] : [cell], span).size);

/** Who is behind cells in a span; of more than enough some. */
function contributorsOf(cells: readonly MarketCell[], { from, to }: WeekSpan): ReadonlySet<number> {
  const different = new Set<number>();
  for (const { weeks } of cells) {
    for (const [week, { contributors }] of weeks) {
      if (week < from || week > to) continue;
      for (const contributor of contributors) different.add(contributor);
      if (different.size >= TOLD_APART) return different;
    }
  }
  return different;
}

/** Cells of the market at large, and those that the asking organization brought in itself. */
export interface CellSources {
  readonly market: LaneCells;
  readonly own?: LaneCells;
  /** Whether what the organization brought in is in the market's cells, too. */
  readonly pooled?: boolean;
}

/**
 * What an organization may be answered from: the market's levels that serve all, and its own data whatever they are.
 * Nothing is counted twice.
 */
export function visibleCells({ market, own = {}, pooled = false }: CellSources, span: WeekSpan): LaneCells {
  const visible: Partial<Record<LaneLevel, MarketCell>> = {};
  for (const level of LANE_LEVELS) {
    const theirs = market[level];
    const ours = own[level];
    const shared = theirs !== undefined && servesAll(level, [theirs], span) ? theirs : undefined;
    const cell = shared && ours && !pooled ? mergeCells(shared, ours) : (shared ?? ours);
    if (cell !== undefined) visible[level] = cell;
  }
  return visible;
}
