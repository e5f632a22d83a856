import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { startTestOpenSearch } from '../support/opensearch-node.ts';
import { jest, SEARCH_CALLS_DIR, TestFailure } from './run.ts';

/**
 * `npm run test:opensearch`: what search promises, on a real OpenSearch node on this machine, fetched on first use; at
 * last the rights of the functions that ask it, against what they did.
 * `npm run test:opensearch -- PATTERN ...` runs the test files that match.
 */
const { positionals } = parseArgs({ allowPositionals: true, strict: false });

async function testOnOpenSearch(): Promise<void> {
  const whole = positionals.length === 0;
  const recording = whole ? { TEST_CALLS_DIR: SEARCH_CALLS_DIR } : {};
  await synthesizeLocal({ opensearch: true });
  if (whole) await rm(SEARCH_CALLS_DIR, { recursive: true, force: true });
  // One node for all test files that do not kill theirs.
  const node = await startTestOpenSearch();
  try {
    await jest('opensearch', ['opensearch'], positionals, {
      TEST_OPENSEARCH_ENDPOINT: node.endpoint,
      ...recording,
    });
    if (whole) await jest('search-rights', ['rights'], ['rights/search-rights.test'], recording);
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
