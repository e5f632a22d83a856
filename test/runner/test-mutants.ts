import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { MIN_FOUND_PERCENT, MUTANT_AREAS, type MutantArea } from '../mutants/mutant-areas.ts';
import { runSuite, TestFailure } from './run.ts';
import { withEngines } from './with-engines.ts';

/**
 * `npm run test:mutants`: changes the sources of each area in one place after another (a mutant), and runs the tests that
 * reach this place. It fails if the tests of an area find less than 85% of its mutants, and prints those that they miss.
 *   -- AREA ...       only these areas of test/mutants/mutant-areas.ts
 *   -- --since REF    only lines that were changed since this commit
 *   -- --short        `idempotency`, and lines that the last commit changed
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' }, short: { type: 'boolean', default: false } },
});

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REPORTS = `${ROOT}.local/mutants`;
/** Fewer mutants than this have no meaningful share. */
const MIN_MUTANTS = 20;
const SHORT_AREA = 'idempotency';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

/** Ranges of lines of the areas' sources that were changed since a commit, as Stryker reads them: `file:first-last`. */
function changedLines({ sources }: MutantArea, since: string): readonly string[] {
  const included = (file: string) =>
    sources.some((glob) => !glob.startsWith('!') && matchesGlob(file, glob)) &&
    !sources.some((glob) => glob.startsWith('!') && matchesGlob(file, glob.slice(1)));
  const ranges: string[] = [];
  let file = '';
  for (const line of git('diff', '--unified=0', '--no-renames', since, 'HEAD', '--', 'shared').split('\n')) {
    if (line.startsWith('+++ ')) file = line.startsWith('+++ b/') ? line.slice('+++ b/'.length) : '';
    const [, first, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === undefined || count === '0' || !included(file)) continue;
    ranges.push(`${file}:${first}-${Number(first) + Number(count) - 1}`);
  }
  return ranges;
}

const hasCommit = (reference: string): boolean =>
  spawnSync('git', ['rev-parse', '--quiet', '--verify', `${reference}^{commit}`], { cwd: ROOT }).status === 0;

/** What of an area the options ask for, as patterns of Stryker. */
function mutated(name: string, area: MutantArea): readonly string[] {
  if (values.since !== undefined) return changedLines(area, values.since);
  if (!values.short || name === SHORT_AREA) return area.sources;
  return hasCommit('HEAD^') ? changedLines(area, 'HEAD^') : [];
}

/** Tests each mutant of these patterns with the tests of the area. */
async function testMutants(
  { tests }: MutantArea,
  mutate: readonly string[],
): Promise<readonly MutantResult[]> {
  process.env.MUTANT_TESTS = JSON.stringify(tests);
  return new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    mutate: [...mutate],
    coverageAnalysis: 'perTest',
    concurrency: cpus().length,
    // Only endless loops shall end by it, also on a loaded machine.
    timeoutMS: 30_000,
    // Mutants of constants run all tests of the area, two at once, which takes twice the time of the first run or more.
    timeoutFactor: 5,
    dryRunTimeoutMinutes: 30,
    // Node strips the types: there is nothing to compile.
    tsconfigFile: 'none.json',
    ignorePatterns: ['/dist', '/cdk.out', '/.local', '/web', '/.test-results'],
    tempDirName: '.local/mutants/sandbox',
    reporters: ['progress-append-only'],
    allowEmpty: true,
    logLevel: 'warn',
    fileLogLevel: 'off',
  } as never).runMutationTest();
}

const FOUND: readonly string[] = ['Killed', 'Timeout'];
const MISSED: readonly string[] = ['Survived', 'NoCoverage'];

/** Prints the figures of an area and its missed mutants, and returns whether enough were found. */
async function report(name: string, results: readonly MutantResult[], started: number): Promise<boolean> {
  const count = (...of: readonly string[]) => results.filter(({ status }) => of.includes(status)).length;
  const valid = count(...FOUND, ...MISSED);
  const percent = valid === 0 ? 100 : (100 * count(...FOUND)) / valid;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${name}: ${valid} mutants, ${percent.toFixed(1)}% found (${count('Survived')} survived, ${count('NoCoverage')} in code that no test runs, ${count('Timeout')} ended by a timeout), ${seconds} s`,
  );
  const missed = results
    .filter(({ status }) => MISSED.includes(status))
    .map(({ fileName, location, replacement, mutatorName, status }) => {
      const { line, column } = location.start;
      return `${relative(ROOT, fileName)}:${line}:${column} ${status} ${mutatorName}: ${replacement?.replaceAll(/\s+/g, ' ')}`;
    })
    .toSorted();
  await writeFile(`${REPORTS}/${name}.txt`, missed.map((line) => `${line}\n`).join(''));
  for (const line of missed) console.log(`  ${line}`);
  return percent >= MIN_FOUND_PERCENT || valid < MIN_MUTANTS;
}

async function testAreas(): Promise<void> {
  const names = positionals.length > 0 ? positionals : Object.keys(MUTANT_AREAS);
  const unknown = names.filter((name) => !(name in MUTANT_AREAS));
  if (unknown.length > 0) {
    throw new TestFailure(
      `There is no area ${unknown.join(', ')}. Areas: ${Object.keys(MUTANT_AREAS).join(', ')}.`,
    );
  }
  await mkdir(REPORTS, { recursive: true });
  // Tests read the places and roads that a build writes.
  await synthesizeLocal();
  const tooFew: string[] = [];
  await withEngines(async (engines) => {
    Object.assign(process.env, engines);
    for (const name of names) {
      const area = MUTANT_AREAS[name] as MutantArea;
      const mutate = mutated(name, area);
      if (mutate.length === 0) continue;
      const started = performance.now();
      if (!(await report(name, await testMutants(area, mutate), started))) tooFew.push(name);
    }
  });
  if (tooFew.length > 0) {
    throw new TestFailure(
      `✗ the tests found less than ${MIN_FOUND_PERCENT}% of the mutants of ${tooFew.join(', ')}`,
    );
  }
}

await runSuite(testAreas);
