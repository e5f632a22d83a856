import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startOpenSearchLocal } from '../../lib/local/engines/opensearch-local.ts';
import type { ListedTerminal } from '../../shared/terminals/catalogue/listed-terminal.ts';
import { terminalId } from '../../shared/terminals/catalogue/terminal-id.ts';
import { createOpenSearchTerminalIndex } from '../../shared/terminals/indexing/opensearch-terminal-index.ts';
import type {
  IndexedRow,
  TerminalIndexWriter,
} from '../../shared/terminals/indexing/terminal-index-writer.ts';
import {
  createOpenSearchClient,
  type OpenSearchClient,
} from '../../shared/terminals/opensearch/opensearch-client.ts';

/** The download folder that `npm start` also uses. */
export const OPENSEARCH_DIR = fileURLToPath(new URL('../../.local', import.meta.url));

export interface TestOpenSearch {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** An OpenSearch node: the one that the test runner started for all files, or one only for this file. */
export async function startTestOpenSearch(): Promise<TestOpenSearch> {
  const shared = process.env.TEST_OPENSEARCH_ENDPOINT;
  if (shared !== undefined) return { endpoint: shared, stop: async () => {} };
  return startOpenSearchLocal({ localDir: OPENSEARCH_DIR });
}

/** A separate node, which a test can kill and start again with the same data. */
export const startOwnOpenSearch = (own: { readonly dataDir?: string; readonly port?: number } = {}) =>
  startOpenSearchLocal({ localDir: OPENSEARCH_DIR, ...own });

/** A client for the writer, with a long time-out for a busy node. */
export const testClient = (endpoint: string): OpenSearchClient =>
  createOpenSearchClient({ endpoint, timeoutMs: 60_000 });

/** A terminal as a row of the table, of revision 1 by default. */
export const rowOf = (terminal: ListedTerminal, version = 1): IndexedRow => ({
  id: terminalId(terminal.name),
  version,
  terminal,
});

export interface TestIndex {
  readonly alias: string;
  readonly writer: TerminalIndexWriter;
}

/** A separate index in service that contains only these terminals. */
export async function indexTerminals(
  client: OpenSearchClient,
  terminals: readonly ListedTerminal[],
): Promise<TestIndex> {
  const alias = `test-${randomUUID()}`;
  const writer = createOpenSearchTerminalIndex(client, alias);
  const generation = await writer.create();
  const { failed } = await writer.write(
    terminals.map((terminal) => rowOf(terminal)),
    generation,
  );
  if (failed.length > 0) throw new Error(`${failed[0]?.id}: ${failed[0]?.reason}`);
  const counted = await writer.count(generation);
  if (counted !== terminals.length) throw new Error(`${counted} of ${terminals.length} terminals are there`);
  await writer.serve(generation);
  return { alias, writer };
}
