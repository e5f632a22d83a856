import * as v from 'valibot';
import type { OpenSearchResponse } from '../opensearch/opensearch-client.ts';
import { terminalDocument } from '../opensearch/opensearch-terminal-mapping.ts';
import type { IndexedRow, WriteOutcome } from './terminal-index-writer.ts';

/** The row that is there has this version or a newer one. */
const CONFLICT = 409;

const answer = v.object({
  items: v.array(
    v.object({
      index: v.object({
        _id: v.string(),
        status: v.number(),
        error: v.optional(v.object({ type: v.string() })),
      }),
    }),
  ),
});

/**
 * The lines of a `_bulk` request. The target is an alias, and must be one: an index that was removed meanwhile is not
 * created again by the write.
 */
export function bulkLines(alias: string, rows: readonly IndexedRow[]): Record<string, unknown>[] {
  return rows.flatMap(({ id, version, terminal }) => [
    { index: { _index: alias, _id: id, version, version_type: 'external', require_alias: true } },
    terminalDocument(terminal),
  ]);
}

/** What became of the rows of a `_bulk` request. */
export function readBulkResponse(
  { status, body }: OpenSearchResponse,
  rows: readonly IndexedRow[],
): WriteOutcome {
  const parsed = v.safeParse(answer, body);
  if (status !== 200 || !parsed.success) {
    return { written: 0, failed: rows.map(({ id }) => ({ id, reason: `status ${status}` })) };
  }
  const failed = parsed.output.items.flatMap(({ index: { _id: id, status: ofItem, error } }) =>
    ofItem < 300 || ofItem === CONFLICT ? [] : [{ id, reason: error?.type ?? `status ${ofItem}` }],
  );
  return { written: rows.length - failed.length, failed };
}
