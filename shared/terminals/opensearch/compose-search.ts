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

/** Alias that search reads, in every environment: each has a domain of its own. */
export const TERMINALS_ALIAS = 'terminals';

/** A healthy domain answers within 50 ms: past this the embedded search is sooner there. */
const TIMEOUT_MS = 800;

export interface SearchParts {
  /** Undefined where the environment has none. */
  readonly domain: SearchDomain | undefined;
  /** The search over the snapshot in memory. */
  readonly embedded: TerminalSource<TerminalSearch>;
}

/**
 * The search that a function answers with: OpenSearch where there is one, and the embedded one where it fails. Resolves
 * when the OpenSearch client is loaded, so that no caller waits for that; it is not loaded without a domain.
 */
export async function composeSearch({ domain, embedded }: SearchParts): Promise<TerminalSearch> {
  const fallback = () => embedded.current();
  if (domain === undefined) return { search: async (query) => (await fallback()).search(query) };
  const client = createOpenSearchClient(openSearchConnection(domain, TIMEOUT_MS));
  await client.loaded;
  const primary = createOpenSearchTerminalSearch(client, TERMINALS_ALIAS);
  return createFallbackSearch({ primary, fallback, onEvent: report });
}

/** A connection as its endpoint asks for it: domains speak HTTPS only and want signatures; a local node wants none. */
export function openSearchConnection(domain: SearchDomain, timeoutMs: number): OpenSearchConnection {
  const { endpoint, region, credentials } = domain;
  return endpoint.startsWith('https:')
    ? { endpoint, timeoutMs, signing: { region, credentials } }
    : { endpoint, timeoutMs };
}

function report(event: FallbackEvent): void {
  if (event.kind === 'recovered') {
    log('info', LOG.searchRecovered);
    return;
  }
  // Answers while it rests are counted and not logged: they would be one line a call.
  if (event.kind === 'failed') log('warn', LOG.searchFellBack, describeError(event.error));
  countMetric('TerminalSearchFellBack');
}
