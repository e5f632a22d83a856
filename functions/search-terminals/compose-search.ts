import { countMetric, describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { createOpenSearchClient } from '../../shared/terminals/opensearch/opensearch-client.ts';
import { createOpenSearchTerminalSearch } from '../../shared/terminals/opensearch/opensearch-terminal-search.ts';
import type { SearchDomain } from '../../shared/terminals/opensearch/search-domain-env.ts';
import type { TerminalSearch } from '../../shared/terminals/search/terminal-search.ts';
import type { TerminalSource } from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';

/** A healthy domain responds within 50 ms. After this time, the scan answers. */
const TIMEOUT_MS = 800;

/** Time without calls to the domain after a failure, because each failure can cost the whole time-out. */
const PAUSE_MS = 10_000;

export interface SearchParts {
  /** Undefined if the environment has none. */
  readonly domain: SearchDomain | undefined;
  /** The scan over the snapshot in memory. */
  readonly embedded: TerminalSource<TerminalSearch>;
}

/** Creates the search of a function: the domain with the scan as fallback, or only the scan if there is no domain. */
export async function composeSearch({ domain, embedded }: SearchParts): Promise<TerminalSearch> {
  if (domain === undefined) return { search: async (query) => (await embedded.current()).search(query) };
  const client = await createOpenSearchClient(domain, TIMEOUT_MS);
  return searchWithFallback(createOpenSearchTerminalSearch(client), embedded, Date.now);
}

/** A search that uses the scan if the domain fails, and for 10 seconds after a failure. */
export function searchWithFallback(
  primary: TerminalSearch,
  embedded: TerminalSource<TerminalSearch>,
  now: () => number,
): TerminalSearch {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    search: async (query) => {
      if (now() >= pausedUntil) {
        try {
          const page = await primary.search(query);
          if (pausedUntil > 0) log(LOG.searchRecovered);
          pausedUntil = Number.NEGATIVE_INFINITY;
          return page;
        } catch (error) {
          pausedUntil = now() + PAUSE_MS;
          log(LOG.searchFellBack, describeError(error));
        }
      }
      countMetric('TerminalSearchFellBack');
      return (await embedded.current()).search(query);
    },
  };
}
