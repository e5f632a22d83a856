import { disclosedCell, hasLoads } from './disclosed-cell.ts';
import type { LaneCells } from './estimate-lane.ts';
import { type MarketCell, TOLD_APART } from './market-cell.ts';
import { LANE_LEVELS, type LaneLevel } from './market-levels.ts';
import { mergeCells } from './merge-cells.ts';
import type { WeekSpan } from './week-number.ts';

/** Whether three contributors or more are behind what cells say of a span: fewer, and one could read the other's rate. */
export const manyContribute = (cells: readonly MarketCell[], span: WeekSpan): boolean =>
  contributorsOf(cells, span).size >= TOLD_APART;

/** Whether all may be answered from a level: any of its weeks is disclosed. */
export const servesAll = (level: LaneLevel, cell: MarketCell, span: WeekSpan): boolean =>
  hasLoads(disclosedCell(cell, level), span);

/** Contributors behind a cell in a span, counted up to `TOLD_APART`. */
export const contributorsIn = (cell: MarketCell | undefined, span: WeekSpan): number =>
  Math.min(TOLD_APART, contributorsOf(cell === undefined ? [] : [cell], span).size);

/** Who is behind cells in a span; of more than enough some. */
function contributorsOf(cells: readonly MarketCell[], { from, to }: WeekSpan): ReadonlySet<number> {
  const different = new Set<number>();
  for (const { weeks, countedIn } of cells) {
    for (const [week, { contributors }] of weeks) {
      const counting = countedIn?.get(week) ?? week;
      if (counting < from || counting > to) continue;
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
 * What an organization may be answered from: the disclosed weeks of the market's levels, and its own data whatever they
 * are. Nothing is counted twice.
 */
export function visibleCells({ market, own = {}, pooled = false }: CellSources, span: WeekSpan): LaneCells {
  const visible: Partial<Record<LaneLevel, MarketCell>> = {};
  for (const level of LANE_LEVELS) {
    const theirs = market[level];
    const ours = own[level];
    const disclosed = theirs && disclosedCell(theirs, level);
    const shared = hasLoads(disclosed, span) ? disclosed : undefined;
    const cell = shared && ours ? withOwn(shared, ours, pooled) : (shared ?? ours);
    if (cell !== undefined) visible[level] = cell;
  }
  return visible;
}

/** Pooled loads are in the disclosed weeks already: own loads of the other weeks are added. */
function withOwn(shared: MarketCell, ours: MarketCell, pooled: boolean): MarketCell {
  if (!pooled) return mergeCells(shared, ours);
  const waiting = [...ours.weeks].filter(([week]) => !shared.weeks.has(week));
  return waiting.length === 0 ? shared : mergeCells(shared, { weeks: new Map(waiting) });
}
