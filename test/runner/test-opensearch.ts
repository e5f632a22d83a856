import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { startTestOpenSearch } from '../support/opensearch-node.ts';
import { jest, TestFailure } from './run.ts';

/**
 * `npm run test:opensearch`: what search promises, on a real OpenSearch node on this machine, fetched on first use.
 * `npm run test:opensearch -- PATTERN ...` runs the test files that match.
 */
const { positionals } = parseArgs({ allowPositionals: true, strict: false });

async function testOnOpenSearch(): Promise<void> {
  await synthesizeLocal({ opensearch: true });
  // One node for all test files that do not kill theirs.
  const node = await startTestOpenSearch();
  try {
    await jest('opensearch', ['opensearch'], positionals, { TEST_OPENSEARCH_ENDPOINT: node.endpoint });
  } finally {
    await node.stop();
  }
}

try {
  await testOnOpenSearch();
} catch (error) {
  if (!(error instanceof TestFailure || error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
