import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { countMetric } from '../../platform/logging/metric.ts';
import type { TerminalSource } from '../catalogue/terminal-source.ts';
import type { TerminalSearch } from '../search/terminal-search.ts';
import { createFallbackSearch, type FallbackEvent } from './fallback-search.ts';
import { createOpenSearchClient } from './opensearch-client.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';
import { createOpenSearchTerminalSearch } from './opensearch-terminal-search.ts';
import type { SearchDomain } from './search-domain-env.ts';

/** Alias that search reads. It is the same in all environments, because each has its own domain. */
export const TERMINALS_ALIAS = 'terminals';

/** A healthy domain responds within 50 ms. After this time, the embedded search is used. */
const TIMEOUT_MS = 800;

export interface SearchParts {
  /** Undefined if the environment has none. */
  readonly domain: SearchDomain | undefined;
  /** The search over the snapshot in memory. */
  readonly embedded: TerminalSource<TerminalSearch>;
}

/**
 * Creates the search of a function: OpenSearch with the embedded search as fallback, or only the embedded search if there
 * is no domain. Resolves when the OpenSearch client is loaded; it is not loaded without a domain.
 */
export async function composeSearch({ domain, embedded }: SearchParts): Promise<TerminalSearch> {
  const fallback = () => embedded.current();
  if (domain === undefined) return { search: async (query) => (await fallback()).search(query) };
  const client = createOpenSearchClient(openSearchConnection(domain, TIMEOUT_MS));
  await client.loaded;
  const primary = createOpenSearchTerminalSearch(client, TERMINALS_ALIAS);
  return createFallbackSearch({ primary, fallback, onEvent: report });
}

/** The connection settings of an endpoint. Requests to a domain (HTTPS) are signed, requests to a local node are not. */
export function openSearchConnection(domain: SearchDomain, timeoutMs: number): OpenSearchConnection {
  const { endpoint, region, credentials } = domain;
  return endpoint.startsWith('https:')
    ? { endpoint, timeoutMs, signing: { region, credentials } }
    : { endpoint, timeoutMs };
}

function report(event: FallbackEvent): void {
  if (event.kind === 'recovered') {
    log(LOG.searchRecovered);
    return;
  }
  // Skipped calls are counted and not logged, to avoid one line per call.
  if (event.kind === 'failed') log(LOG.searchFellBack, describeError(event.error));
  countMetric('TerminalSearchFellBack');
}
