import * as v from 'valibot';
import { chunk } from '../../platform/collections/chunk.ts';
import type { TerminalStore } from '../catalogue/dynamodb-terminal-store.ts';
import { type TerminalRecord, toListedTerminal } from '../catalogue/terminal-record.ts';
import { createOpenSearchClient, OpenSearchError } from '../opensearch/opensearch-client.ts';
import type { SearchDomain } from '../opensearch/search-domain-env.ts';
import {
  INDEX_BODY,
  ROWS_ALIAS,
  SEARCH_ALIAS,
  TERMINALS_INDEX,
  terminalDocument,
} from '../opensearch/terminals-index.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Status of the search index of terminals, as reported by the function in the network of the domain. */
export const indexStatusSchema = v.object({
  index: v.string(),
  /** Terminals that search can find; absent if there is no complete index. */
  openTerminals: v.optional(count),
});

export type IndexStatus = v.InferOutput<typeof indexStatusSchema>;

/** Answer to a rebuild. */
export const rebuiltSchema = v.object({ rows: count });

/** Events of an operator for the function `reindex-terminals`. */
export const reindexRequestSchema = v.object({ request: v.picklist(['status', 'rebuild']) });
export type ReindexRequest = v.InferOutput<typeof reindexRequestSchema>;

/** Twice the time that a busy node needs for a bulk request. No API caller waits for a write. */
const TIMEOUT_MS = 20_000;

/** Rows per bulk request: about 1 MB. */
const ROWS_AT_ONCE = 500;

const NOT_FOUND = 404;
/** The index has a newer revision of the row. */
const CONFLICT = 409;

/** A changed row of the terminals table. A deleted row has one revision more than its last record. */
export type ChangedRow =
  | TerminalRecord
  | { readonly id: string; readonly revision: number; readonly status: 'deleted' };

export type TerminalIndex = Awaited<ReturnType<typeof createTerminalIndex>>;

/** The OpenSearch index of terminals: built from the table, then kept by the stream of the table. */
export async function createTerminalIndex(domain: SearchDomain) {
  const client = await createOpenSearchClient(domain, TIMEOUT_MS);
  const index = TERMINALS_INDEX;

  const write = async (rows: readonly ChangedRow[], builds = false): Promise<ReadonlyMap<string, string>> => {
    const failed = new Map<string, string>();
    for (const group of chunk(rows, ROWS_AT_ONCE)) {
      const found = await client.send((library, options) =>
        library.bulk({ body: group.flatMap(bulkLines), require_alias: true }, options),
      );
      for (const [action, { _id, status, error }] of v
        .parse(bulkSchema, found)
        .items.flatMap((item) => Object.entries(item))) {
        // A build that does not find its index was overtaken by another one.
        const isMissing = status === NOT_FOUND && !(builds && action === 'index');
        if (status >= 300 && !isMissing && status !== CONFLICT)
          failed.set(_id, error?.type ?? `status ${status}`);
      }
    }
    return failed;
  };

  return {
    /**
     * Deletes the index, and builds it from all rows of the table. Until it is complete, search uses the scan.
     * @returns the number of rows.
     * @throws OpenSearchError; also if the table has no rows, because it is not loaded yet.
     */
    rebuild: async (store: Pick<TerminalStore, 'all'>): Promise<number> => {
      await client.send((library, options) =>
        library.indices.delete({ index, ignore_unavailable: true }, options),
      );
      await client.send((library, options) => library.indices.create({ index, body: INDEX_BODY }, options));
      // Read after the creation: the stream writes later changes to the new index.
      const rows = await store.all();
      if (rows.length === 0) throw new OpenSearchError('the table has no rows');
      const [failure] = await write(rows, true);
      if (failure !== undefined) throw new OpenSearchError(failure.join(': '));
      await client.send((library, options) => library.indices.refresh({ index }, options));
      await client.send((library, options) =>
        library.indices.putAlias({ index, name: SEARCH_ALIAS }, options),
      );
      return rows.length;
    },
    /**
     * Writes changed rows; without an index nothing, because the build reads the table. An older revision does not replace
     * a newer one, so a write can be repeated.
     * @returns the reason by id, for rows that could not be written.
     */
    write: (rows: readonly ChangedRow[]) => write(rows),
    readStatus: async (): Promise<IndexStatus> => {
      const counted = await client
        .send((library, options) => library.count({ index: SEARCH_ALIAS }, options))
        .catch((error: OpenSearchError) => {
          if (error.status !== NOT_FOUND) throw error;
        });
      return {
        index,
        ...(counted === undefined ? {} : { openTerminals: v.parse(countSchema, counted).count }),
      };
    },
  };
}

/** Closed and deleted terminals have no document. */
function bulkLines(row: ChangedRow): Record<string, unknown>[] {
  const target = { _index: ROWS_ALIAS, _id: row.id, version: row.revision, version_type: 'external_gte' };
  return row.status === 'open'
    ? [{ index: target }, terminalDocument(toListedTerminal(row))]
    : [{ delete: target }];
}

const outcomeSchema = v.object({
  _id: v.string(),
  status: v.number(),
  error: v.optional(v.object({ type: v.string() })),
});
const bulkSchema = v.object({ items: v.array(v.record(v.string(), outcomeSchema)) });

const countSchema = v.object({ count: v.number(), _shards: v.object({ failed: v.literal(0) }) });
