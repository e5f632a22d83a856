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

/** Tests that start and kill nodes of their own: each has the machine for itself. */
const OWN_NODES = ['node-failures', 'start-with-opensearch'];

async function testOnOpenSearch(): Promise<void> {
  await synthesizeLocal({ opensearch: true });
  // One node for all test files that do not kill theirs.
  const node = await startTestOpenSearch();
  const environment = { TEST_OPENSEARCH_ENDPOINT: node.endpoint };
  try {
    if (positionals.length > 0) return await jest('opensearch', ['opensearch'], positionals, environment);
    await jest('opensearch', ['opensearch'], [`test/opensearch/(?!${OWN_NODES.join('|')})`], environment);
  } finally {
    await node.stop();
  }
  for (const file of OWN_NODES) await jest(`opensearch-${file}`, ['opensearch'], [file], {});
}

try {
  await testOnOpenSearch();
} catch (error) {
  if (!(error instanceof TestFailure || error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
