import { fileURLToPath } from 'node:url';
import { startOpenSearchLocal } from '../../lib/local/engines/opensearch-local.ts';

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
  return startOpenSearchLocal(OPENSEARCH_DIR);
}

/** A separate node, which a test can kill and start again with the same data. */
export const startOwnOpenSearch = (dataDir?: string, port?: number) =>
  startOpenSearchLocal(OPENSEARCH_DIR, dataDir, port);
