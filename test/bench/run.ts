import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run, TestFailure } from '../runner/run.ts';

/**
 * `npm run bench [-- NAME ...] [-- --short]`: runs all benchmarks of this folder, or the named ones, one after another,
 * and fails if one failed. With `--short`, each does little work and does not check its limits of times.
 */
const folder = fileURLToPath(new URL('./', import.meta.url));
const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const wanted = args.filter((arg) => !arg.startsWith('--'));

const benches = globSync('*-bench.ts', { cwd: folder })
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  .toSorted();
if (benches.length === 0) throw new Error(`No bench of ${folder} has the name ${wanted.join(' or ')}.`);

const missed: string[] = [];
for (const bench of benches) {
  console.log(`\n=== ${bench}`);
  await run(bench, 'node', [`${folder}${bench}`, ...flags]).catch((error: unknown) => {
    if (!(error instanceof TestFailure)) throw error;
    // Again at the end, where a reader of a long output looks.
    missed.push(`${bench}\n${error.reason}`);
  });
}
if (missed.length > 0) {
  console.error(`\nThese failed, or missed a limit: ${missed.join('\n')}`);
  process.exitCode = 1;
}
