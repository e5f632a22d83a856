import type { AwsCredentials } from '../aws/sign-request.ts';
import { createOpenSearchClient } from './opensearch-client.ts';
import { createOpenSearchTerminalIndex } from './opensearch-terminal-index.ts';
import { openSearchConnection, TERMINALS_ALIAS } from './search-in-service.ts';
import type { TerminalIndexWriter } from './terminal-index-writer.ts';

/** No caller waits for a write: what a busy node needs for a thousand rows, twice. */
const TIMEOUT_MS = 20_000;

/** The index of the domain or node at `endpoint`, as functions write it. */
export function createIndexInService(where: {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
}): TerminalIndexWriter {
  const client = createOpenSearchClient(openSearchConnection(where, TIMEOUT_MS));
  return createOpenSearchTerminalIndex(client, TERMINALS_ALIAS);
}
