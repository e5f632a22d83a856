import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import {
  bothOf,
  MANY_WRITES,
  run,
  runSuite,
  runTests,
  SYNTHESIZED,
  WITHOUT_OUTPUT_OF_PASSED,
  without,
} from './run.ts';
import { withEngines } from './with-engines.ts';

/**
 * `npm test`: static checks, unit, contract and repository tests. `npm run test:service` has the longer ones.
 * `npm test -- PATTERN ...` runs the test files whose path matches, also those of `test:service`, without the static
 * checks; `-t NAME` runs only the tests whose name matches. `--all-cases` runs the tests that generate many cases in
 * their long form.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    testNamePattern: { type: 'string', short: 't' },
    'all-cases': { type: 'boolean', default: false },
  },
});

async function checkStatically(): Promise<void> {
  // Side by side, since the types take as long as the others together.
  await bothOf(run('types', 'tsc', ['-p', '.']), checkConsoleAndStyle());
}

async function checkConsoleAndStyle(): Promise<void> {
  await run('types of the console', 'tsc', ['-p', 'web/console']);
  await run('lint and format', 'biome', ['ci', '--reporter=summary', '--colors=off']);
  await run('dead code', 'knip', ['--no-progress']);
}

async function testAll(): Promise<void> {
  const { testNamePattern: name, 'all-cases': allCases } = values;
  const whole = positionals.length === 0 && name === undefined;
  if (whole) await checkStatically();
  await synthesizeLocal();
  await withEngines(async (engines) => {
    const environment = { ...engines, TEST_ALL_CASES: String(allCases) };
    if (whole) {
      // Side by side, since contract tests wait for the engine most of the time.
      await bothOf(
        runTests('unit', ['unit'], [], environment, [WITHOUT_OUTPUT_OF_PASSED]),
        runTests('contract', ['contract', 'infra'], [], environment, [
          WITHOUT_OUTPUT_OF_PASSED,
          ...without([...SYNTHESIZED, ...MANY_WRITES]),
        ]),
      );
    } else {
      const named = name === undefined ? [] : ['--testNamePattern', name];
      const projects = ['unit', 'contract', 'infra', 'api', 'faults'];
      await runTests('test', projects, positionals, environment, [...named, WITHOUT_OUTPUT_OF_PASSED]);
    }
  });
}

await runSuite(testAll);
