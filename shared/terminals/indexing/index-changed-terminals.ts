import type { IndexedRow, TerminalIndexWriter } from './terminal-index-writer.ts';

/**
 * Writes changed rows to every generation of the index; of several changes of a row, only the newest.
 * @returns the reason by row id, for rows that could not be written to every generation (all rows if the index is
 * unreachable).
 */
export async function indexChangedTerminals(
  writer: Pick<TerminalIndexWriter, 'write'>,
  changed: readonly IndexedRow[],
): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, IndexedRow>();
  for (const row of changed) {
    if (row.version >= (newest.get(row.id)?.version ?? 0)) newest.set(row.id, row);
  }
  const rows = [...newest.values()];
  if (rows.length === 0) return new Map();
  try {
    const { failed } = await writer.write(rows);
    return new Map(failed.map(({ id, reason }) => [id, reason]));
  } catch (error) {
    return new Map(rows.map(({ id }) => [id, String(error)]));
  }
}
