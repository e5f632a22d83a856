import { rm } from 'node:fs/promises';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import {
  CALLS_DIR,
  MANY_WRITES,
  run,
  runSuite,
  runTests,
  SYNTHESIZED,
  WITHOUT_OUTPUT_OF_PASSED,
} from './run.ts';
import { withEngines } from './with-engines.ts';

/**
 * `npm run test:service`: the whole service over HTTP, its synthesized stacks, contract tests of many writes, and lost
 * requests and responses of the usage count and the registration of webhooks; at last the rights of functions against all
 * that the tests saw them do.
 */
async function testService(): Promise<void> {
  // Without the pages, every service that the suites start would begin to build them.
  await run('pages', 'node', ['bin/site.ts']);
  await synthesizeLocal();
  await rm(CALLS_DIR, { recursive: true, force: true });
  await withEngines(async (engines) => {
    const environment = { ...engines, TEST_CALLS_DIR: CALLS_DIR };
    await runTests(
      'service',
      ['api', 'infra', 'faults'],
      ['test/api/', ...SYNTHESIZED, 'faults/webhooks/'],
      environment,
      [WITHOUT_OUTPUT_OF_PASSED],
    );
    await runTests('many-writes', ['contract'], MANY_WRITES, engines, [WITHOUT_OUTPUT_OF_PASSED]);
    // Sends a thousand calls at once, which have no time left next to another test file.
    await runTests('exact-counts', ['faults'], ['faults/usage/'], environment);
    await runTests('rights', ['rights'], ['rights/rights.test'], { TEST_CALLS_DIR: CALLS_DIR });
  });
}

await runSuite(testService);
