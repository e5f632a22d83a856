import * as v from 'valibot';
import { terminalEntries } from '../catalogue/listed-terminal.ts';
import type { TerminalPage, TerminalSearch } from '../search/terminal-search.ts';
import type { OpenSearchClient, OpenSearchResponse } from './opensearch-client.ts';
import { toSearchRequest } from './opensearch-query.ts';
import { OpenSearchResponseError } from './opensearch-response.ts';

const pageSchema = v.object({
  timed_out: v.literal(false),
  // The hits of a failed shard would be missing.
  _shards: v.object({ failed: v.literal(0) }),
  hits: v.object({
    total: v.object({ value: v.number(), relation: v.literal('eq') }),
    hits: v.array(v.object({ _source: v.object({ terminal: v.object(terminalEntries) }) })),
  }),
});

/**
 * TerminalSearch over the index of an alias, written by `createOpenSearchTerminalIndex`. Terminals, order and totals
 * equal those of the embedded search over the same rows.
 * @throws OpenSearchUnreachableError and OpenSearchResponseError, from `search`.
 */
export function createOpenSearchTerminalSearch(client: OpenSearchClient, alias: string): TerminalSearch {
  return {
    search: async (query) => {
      const request = toSearchRequest(query);
      if (request === undefined) return { terminals: [], totalHits: 0 };
      return readPage(
        await client.send((library, options) => library.search({ index: alias, body: request }, options)),
      );
    },
  };
}

function readPage({ status, body }: OpenSearchResponse): TerminalPage {
  if (status !== 200) throw new OpenSearchResponseError(`status ${status}`);
  const parsed = v.safeParse(pageSchema, body);
  if (!parsed.success) throw new OpenSearchResponseError(v.getDotPath(parsed.issues[0]) ?? 'no JSON');
  const { hits, total } = parsed.output.hits;
  return { terminals: hits.map(({ _source }) => _source.terminal), totalHits: total.value };
}
