import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { startTestDynamoDb } from '../support/dynamodb-local.ts';
import { CALLS_DIR, run, runTests, TestFailure } from './run.ts';

/**
 * `npm test`: static checks, then every suite that needs nothing but Node and Java; at last the rights of functions
 * against all that the suites saw them do.
 * `npm test -- PATTERN ...` runs the test files whose path matches, without the static checks; `-t NAME` runs only the
 * tests whose name matches. `--all-cases` runs the tests that generate many cases in their long form.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    testNamePattern: { type: 'string', short: 't' },
    'all-cases': { type: 'boolean', default: false },
  },
});

/** Sends a thousand calls at once, which have no time left next to another test file. */
const EXACT_COUNTS = 'faults/usage/';

async function checkStatically(): Promise<void> {
  await run('types', 'tsc', ['-p', '.']);
  await run('types of the console', 'tsc', ['-p', 'web/console']);
  await run('lint and format', 'biome', ['ci', '--reporter=summary', '--colors=off']);
  await run('dead code', 'knip', ['--no-progress']);
}

async function testAll(): Promise<void> {
  const { testNamePattern: name, 'all-cases': allCases } = values;
  const whole = positionals.length === 0 && name === undefined;
  if (whole) {
    // Without the pages, every service that the suites start would begin to build them.
    await Promise.all([run('pages', 'node', ['bin/site.ts']), checkStatically()]);
  }
  await synthesizeLocal();
  // One DynamoDB Local for all test files: each would cost seconds and a process of its own.
  const engine = await startTestDynamoDb();
  try {
    if (whole) await rm(CALLS_DIR, { recursive: true, force: true });
    const environment = {
      TEST_DYNAMODB_ENDPOINT: engine.endpoint,
      TEST_ALL_CASES: String(allCases),
      ...(whole ? { TEST_CALLS_DIR: CALLS_DIR } : {}),
    };
    const named = name === undefined ? [] : ['--testNamePattern', name];
    const others = whole ? ['--exclude', `**/${EXACT_COUNTS}**`] : [];
    await runTests('test', ['unit', 'contract', 'infra', 'api', 'faults'], positionals, environment, [
      ...named,
      ...others,
    ]);
    if (whole) await runTests('exact-counts', ['faults'], [EXACT_COUNTS], environment);
    // A part of the suites would show a part of the rights.
    if (whole) await runTests('rights', ['rights'], ['rights/rights.test'], { TEST_CALLS_DIR: CALLS_DIR });
  } finally {
    await engine.stop();
  }
}

try {
  await testAll();
} catch (error) {
  if (!(error instanceof TestFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
