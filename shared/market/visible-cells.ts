import type { LaneCells } from './estimate-lane.ts';
import { type MarketCell, TOLD_APART } from './market-cell.ts';
import { LANE_LEVELS, type LaneLevel } from './market-levels.ts';
import { mergeCells } from './merge-cells.ts';
import type { WeekSpan } from './week-number.ts';

/** Whether three contributors or more are behind what cells say of a span: fewer, and one could read the other's rate. */
export function manyContribute(cells: readonly MarketCell[], { from, to }: WeekSpan): boolean {
  const different = new Set<number>();
  for (const { weeks } of cells) {
    for (const [week, { contributors }] of weeks) {
      if (week < from || week > to) continue;
      for (const contributor of contributors) different.add(contributor);
      if (different.size >= TOLD_APART) return true;
    }
  }
  return false;
}

/** Cells of the market at large, and those that the asking organization brought in itself. */
export interface CellSources {
  readonly market: LaneCells;
  readonly own?: LaneCells;
  /** Whether what the organization brought in is in the market's cells, too. */
  readonly pooled?: boolean;
}

/**
 * What an organization may be answered from: the market's levels with three contributors or more, and its own data
 * whatever they are. Nothing is counted twice.
 */
export function visibleCells({ market, own = {}, pooled = false }: CellSources, span: WeekSpan): LaneCells {
  const visible: Partial<Record<LaneLevel, MarketCell>> = {};
  for (const level of LANE_LEVELS) {
    const theirs = market[level];
    const ours = own[level];
    const shared = theirs !== undefined && manyContribute([theirs], span) ? theirs : undefined;
    const cell = shared && ours && !pooled ? mergeCells(shared, ours) : (shared ?? ours);
    if (cell !== undefined) visible[level] = cell;
  }
  return visible;
}
