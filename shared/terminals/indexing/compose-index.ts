import { openSearchConnection, TERMINALS_ALIAS } from '../opensearch/compose-search.ts';
import { createOpenSearchClient } from '../opensearch/opensearch-client.ts';
import type { SearchDomain } from '../opensearch/search-domain-env.ts';
import type { IndexStatus } from './index-status.ts';
import { readIndexStatus } from './opensearch-index-status.ts';
import { createOpenSearchTerminalIndex } from './opensearch-terminal-index.ts';
import type { TerminalIndexWriter } from './terminal-index-writer.ts';

/** Twice the time that a busy node needs for 1,000 rows. No API caller waits for a write. */
const TIMEOUT_MS = 20_000;

export interface ComposedIndex {
  readonly writer: TerminalIndexWriter;
  readonly readStatus: () => Promise<IndexStatus>;
}

/** Creates the index writer of a domain or node. Resolves when the OpenSearch client is loaded. */
export async function composeIndex(domain: SearchDomain): Promise<ComposedIndex> {
  const client = createOpenSearchClient(openSearchConnection(domain, TIMEOUT_MS));
  await client.loaded;
  return {
    writer: createOpenSearchTerminalIndex(client, TERMINALS_ALIAS),
    readStatus: () => readIndexStatus(client, TERMINALS_ALIAS),
  };
}
