import { createOpenSearchClient } from './opensearch-client.ts';
import { createOpenSearchTerminalIndex } from './opensearch-terminal-index.ts';
import type { SearchDomain } from './search-domain-env.ts';
import { openSearchConnection, TERMINALS_ALIAS } from './search-in-service.ts';
import type { TerminalIndexWriter } from './terminal-index-writer.ts';

/** No caller waits for a write: what a busy node needs for a thousand rows, twice. */
const TIMEOUT_MS = 20_000;

/** The index of a domain or node, as functions write it. */
export function createIndexInService(domain: SearchDomain): TerminalIndexWriter {
  const client = createOpenSearchClient(openSearchConnection(domain, TIMEOUT_MS));
  return createOpenSearchTerminalIndex(client, TERMINALS_ALIAS);
}
