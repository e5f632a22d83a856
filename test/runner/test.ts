import { rm } from 'node:fs/promises';
import { buildClientTypes } from '../../bin/build/client-types.ts';
import { bothOf, CALLS_DIR, run, runSuite, runTests, SEARCH_CALLS_DIR } from './run.ts';

/**
 * `node test/runner/test.ts [--suite NAME] [PATTERN ...] [OPTIONS OF JEST]`
 *
 * Without a pattern, runs a suite: `unit` with the static checks (`npm test`), or one of those below. With patterns, runs
 * only the test files whose path matches, of the suite or of all. `-t NAME` runs only the tests whose name matches.
 */
const args = process.argv.slice(2);
const suite = args[0] === '--suite' ? args.splice(0, 2)[1] : undefined;
const full = args.includes('--full') && args.splice(args.indexOf('--full'), 1).length > 0;
const environment = { FULL_LENGTH: full ? 'yes' : '' };

/** Static checks, without tests: types, lint and format, dead code. */
async function check(): Promise<void> {
  buildClientTypes();
  // Side by side, since the types take as long as the others together.
  await bothOf(run('types', 'tsc', ['-p', '.']), checkConsoleAndStyle());
}

async function checkConsoleAndStyle(): Promise<void> {
  await run('types of the console', 'tsc', ['-p', 'web/console']);
  await run('lint and format', 'biome', ['ci', '--reporter=summary', '--colors=off']);
  await run('dead code', 'knip', ['--no-progress']);
}

/** Adapters on real engines, the stacks, the service over HTTP; at last the rights of functions against what they did. */
async function testService(): Promise<void> {
  const recording = { TEST_CALLS_DIR: CALLS_DIR };
  await rm(CALLS_DIR, { recursive: true, force: true });
  await runTests(
    'service',
    ['contract', 'infra', 'api', 'faults'],
    ['--testPathIgnorePatterns=usage/exact'],
    recording,
  );
  // Sends a thousand calls at once, which have no time left next to another test file.
  await runTests('exact-counts', ['faults'], ['usage/exact'], recording);
  await runTests('rights', ['rights'], ['rights/rights.test'], recording);
}

/** Webhooks while receivers, queues, tables and senders fail, and each AWS call of each function with faults. */
async function testFaults(): Promise<void> {
  await bothOf(
    // Each fault has one call after the other, which leaves a processor free.
    runTests('call-faults', ['call-faults'], ['--runInBand', ...(full ? [] : ['operations'])], environment),
    runTests('webhook-faults', ['webhook-faults'], ['--runInBand'], environment),
  );
}

/** What takes long or measures: the quickstart, the receivers of the webhook guide, floods of events, the model on simulated loads. */
async function testNightly(): Promise<void> {
  // One after the other, since floods measure the machine.
  await runTests('nightly', ['nightly'], ['--runInBand'], environment);
}

/** Search on a real OpenSearch node; at last the rights of the functions that call it. */
async function testOpenSearch(): Promise<void> {
  const recording = { TEST_CALLS_DIR: SEARCH_CALLS_DIR };
  await rm(SEARCH_CALLS_DIR, { recursive: true, force: true });
  await runTests('opensearch', ['opensearch'], [], recording);
  await runTests('search-rights', ['rights'], ['search-rights'], recording);
}

/** By the name of `--suite`; the projects of Jest that a pattern searches, and what runs without one. */
const SUITES: Readonly<Record<string, { readonly projects: readonly string[]; whole(): Promise<void> }>> = {
  check: { projects: [], whole: check },
  service: { projects: ['contract', 'infra', 'api', 'faults'], whole: testService },
  faults: { projects: ['webhook-faults', 'call-faults'], whole: testFaults },
  opensearch: { projects: ['opensearch'], whole: testOpenSearch },
  web: { projects: ['web'], whole: () => runTests('web', ['web'], []) },
  nightly: { projects: ['nightly'], whole: testNightly },
  templates: { projects: ['templates'], whole: () => runTests('templates', ['templates'], []) },
};
const ALL = ['unit', ...Object.values(SUITES).flatMap(({ projects }) => projects)];

async function testUnit(): Promise<void> {
  await check();
  await runTests('unit', ['unit'], []);
}

await runSuite(async () => {
  const chosen = suite === undefined ? { projects: ALL, whole: testUnit } : SUITES[suite];
  if (chosen === undefined) throw new Error(`There is no suite ${suite}.`);
  await (args.length === 0 ? chosen.whole() : runTests('test', chosen.projects, args, environment));
});
