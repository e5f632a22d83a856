import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { startTestOpenSearch } from '../support/opensearch-node.ts';
import { runSuite, runTests, SEARCH_CALLS_DIR } from './run.ts';

/**
 * `npm run test:opensearch`: what search promises, on a real OpenSearch node on this machine, fetched on first use; at
 * last the rights of the functions that ask it, against what they did.
 * `npm run test:opensearch -- PATTERN ...` runs the test files that match.
 */
const { positionals } = parseArgs({ allowPositionals: true, strict: false });

/** Tests that start and kill nodes of their own: each has the machine for itself. */
const OWN_NODES = ['node-failures', 'start-with-opensearch'];

async function testOnOpenSearch(): Promise<void> {
  const whole = positionals.length === 0;
  const recording = whole ? { TEST_CALLS_DIR: SEARCH_CALLS_DIR } : {};
  await synthesizeLocal({ opensearch: true });
  if (whole) await rm(SEARCH_CALLS_DIR, { recursive: true, force: true });
  // One node for all test files that do not kill theirs.
  const node = await startTestOpenSearch();
  const environment = { TEST_OPENSEARCH_ENDPOINT: node.endpoint, ...recording };
  try {
    const others = whole ? OWN_NODES.flatMap((file) => ['--exclude', `**/${file}.test.ts`]) : [];
    await runTests('opensearch', ['opensearch'], positionals, environment, others);
  } finally {
    await node.stop();
  }
  if (!whole) return;
  for (const file of OWN_NODES) await runTests(`opensearch-${file}`, ['opensearch'], [file], recording);
  await runTests('search-rights', ['rights'], ['rights/search-rights.test'], recording);
}

await runSuite(testOnOpenSearch);
