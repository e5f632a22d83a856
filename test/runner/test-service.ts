import { rm } from 'node:fs/promises';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { CALLS_DIR, run, runTests, TestFailure } from './run.ts';
import { withEngines } from './with-engines.ts';

/**
 * `npm run test:service`: the whole service over HTTP, its synthesized stacks, and lost requests and responses of the usage
 * count and the registration of webhooks; at last the rights of functions against all that the tests saw them do.
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
      ['test/api/', 'infra/alarms/', 'infra/deployment/', 'infra/stacks/', 'faults/webhooks/'],
      environment,
    );
    // Sends a thousand calls at once, which have no time left next to another test file.
    await runTests('exact-counts', ['faults'], ['faults/usage/'], environment);
    await runTests('rights', ['rights'], ['rights/rights.test'], { TEST_CALLS_DIR: CALLS_DIR });
  });
}

try {
  await testService();
} catch (error) {
  if (!(error instanceof TestFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
