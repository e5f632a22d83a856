import { chunk } from '../../platform/collections/chunk.ts';
import type { TerminalStore } from '../catalogue/terminal-store.ts';
import { type TerminalIndexWriter, toIndexedRow } from './terminal-index-writer.ts';

const ROWS_PER_STEP = 1_000;

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
      /** `superseded` if a newer generation is in service, which stays in service. */
      readonly outcome: 'served' | 'superseded';
      readonly generation: string;
      /** Rows of the table, including closed terminals. */
      readonly rows: number;
      readonly removed: readonly string[];
    }
  /** The generation in service does not change; the next rebuild deletes the new generation. */
  | { readonly outcome: 'incomplete'; readonly generation: string; readonly reason: string };

/**
 * Writes all terminals of the table to a new generation of the index, counts them, and puts it in service.
 * The generation is created before the rows are read, so that the change feed adds changes made during the rebuild. The
 * newest version of a row is kept. If interrupted, the generation in service does not change.
 * @param onProgress called after each step with the rows written so far.
 */
export async function rebuildTerminalIndex(
  { store, writer }: RebuildPorts,
  onProgress: (progress: RebuildProgress) => void = () => {},
): Promise<RebuildResult> {
  const generation = await writer.create();
  const rows = (await store.all()).map(toIndexedRow);
  // An empty table is not loaded yet. The present index or the embedded search is better than an empty index.
  if (rows.length === 0) return { outcome: 'incomplete', generation, reason: 'the table has no rows' };
  let written = 0;
  for (const group of chunk(rows, ROWS_PER_STEP)) {
    const outcome = await writer.write(group, generation);
    const [failure] = outcome.failed;
    if (failure !== undefined) {
      return { outcome: 'incomplete', generation, reason: `${failure.id}: ${failure.reason}` };
    }
    written += outcome.written;
    onProgress({ written, rows: rows.length });
  }
  const counted = await writer.count(generation);
  // The change feed may have added rows.
  if (counted < rows.length) {
    return { outcome: 'incomplete', generation, reason: `the index has ${counted} of ${rows.length} rows` };
  }
  const outcome = await writer.serve(generation);
  return { outcome, generation, rows: rows.length, removed: await writer.removeOld() };
}
