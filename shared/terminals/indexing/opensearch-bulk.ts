import * as v from 'valibot';
import type { OpenSearchResponse } from '../opensearch/opensearch-client.ts';
import { terminalDocument } from '../opensearch/opensearch-terminal-mapping.ts';
import type { IndexedRow, WriteOutcome } from './terminal-index-writer.ts';

/** The index has this version of the row or a newer one. */
const CONFLICT = 409;

const responseSchema = v.object({
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
 * The lines of a `_bulk` request. The target must be an alias, so that a write does not create a deleted index again.
 */
export function bulkLines(alias: string, rows: readonly IndexedRow[]): Record<string, unknown>[] {
  return rows.flatMap(({ id, version, terminal }) => [
    { index: { _index: alias, _id: id, version, version_type: 'external', require_alias: true } },
    terminalDocument(terminal),
  ]);
}

/** Reads the outcome of each row from a `_bulk` response. */
export function readBulkResponse(
  { status, body }: OpenSearchResponse,
  rows: readonly IndexedRow[],
): WriteOutcome {
  const parsed = v.safeParse(responseSchema, body);
  if (status !== 200 || !parsed.success) {
    return { written: 0, failed: rows.map(({ id }) => ({ id, reason: `status ${status}` })) };
  }
  const failed = parsed.output.items.flatMap(({ index: { _id: id, status: ofItem, error } }) =>
    ofItem < 300 || ofItem === CONFLICT ? [] : [{ id, reason: error?.type ?? `status ${ofItem}` }],
  );
  return { written: rows.length - failed.length, failed };
}
