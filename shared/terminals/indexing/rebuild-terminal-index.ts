import { chunk } from '../../platform/collections/chunk.ts';
import type { TerminalStore } from '../catalogue/terminal-store.ts';
import { indexedRow, type TerminalIndexWriter } from './terminal-index-writer.ts';

const ROWS_A_STEP = 1_000;

export interface RebuildPorts {
  readonly store: Pick<TerminalStore, 'all'>;
  readonly writer: TerminalIndexWriter;
}

export interface RebuildProgress {
  readonly written: number;
  readonly rows: number;
}

export type RebuildResult =
  | {
      /** `superseded` where a newer generation is in service: that one stays. */
      readonly outcome: 'served' | 'superseded';
      readonly generation: string;
      /** Rows of the table, those that are not found included. */
      readonly rows: number;
      readonly removed: readonly string[];
    }
  /** What is in service stays so; the new generation goes with the next rebuild. */
  | { readonly outcome: 'incomplete'; readonly generation: string; readonly reason: string };

/**
 * Writes all terminals of the table to a new generation of the index, counts them, and puts it in service. The new
 * generation is there before the rows are read: what changes meanwhile comes by the change feed, and of two writes
 * of a row the newer one stays. Interrupted anywhere, the generation in service stays in service.
 * @param onProgress told of the rows done so far.
 */
export async function rebuildTerminalIndex(
  { store, writer }: RebuildPorts,
  onProgress: (progress: RebuildProgress) => void = () => {},
): Promise<RebuildResult> {
  const generation = await writer.create();
  const rows = (await store.all()).map(indexedRow);
  // Nothing to find is a table that was not loaded yet: better what is in service, or the embedded search.
  if (rows.length === 0) return { outcome: 'incomplete', generation, reason: 'the table has no rows' };
  let written = 0;
  for (const group of chunk(rows, ROWS_A_STEP)) {
    const outcome = await writer.write(group, generation);
    const [failure] = outcome.failed;
    if (failure !== undefined) {
      return { outcome: 'incomplete', generation, reason: `${failure.id}: ${failure.reason}` };
    }
    written += outcome.written;
    onProgress({ written, rows: rows.length });
  }
  const counted = await writer.count(generation);
  // The change feed may have brought more.
  if (counted < rows.length) {
    return { outcome: 'incomplete', generation, reason: `${counted} of ${rows.length} rows are there` };
  }
  const outcome = await writer.serve(generation);
  return { outcome, generation, rows: rows.length, removed: await writer.removeOld() };
}
