import type { LaneDraft } from '../lanes/lane-draft.ts';
import { type LaneDefaults, readLane } from '../lanes/read-lane.ts';
import type { LaneRow } from './read-lane-rows.ts';

/** Bytes of the cells of a row that are kept, so that a chunk fits into an item. Longer rows are cut. */
export const MAX_ROW_BYTES = 2_000;

/** The cells of a row, cut at the end to the bytes that are kept. */
export function keptCells(cells: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let left = MAX_ROW_BYTES;
  for (const cell of cells) {
    // A character has at most 3 bytes for each of its UTF-16 units.
    const text = Buffer.byteLength(cell) <= left ? cell : cell.slice(0, Math.floor(left / 3)).toWellFormed();
    left -= Buffer.byteLength(text);
    kept.push(text);
  }
  return kept;
}

/** The lanes of a file, with the cells of their rows. */
export const lanesOfFile = (rows: readonly LaneRow[], defaults: LaneDefaults): readonly LaneDraft[] =>
  rows.map(({ item, cells }) => ({ ...readLane(item, defaults), cells: keptCells(cells) }));
