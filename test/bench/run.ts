import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run, TestFailure } from '../runner/run.ts';

/**
 * `npm run bench [-- NAME ... --FLAG ...]`: runs all benchmarks of this folder, or the named ones, one after another, and
 * then fails if one failed. With `--short`, each does little work and does not check its limits of times and sizes.
 */
const folder = fileURLToPath(new URL('./', import.meta.url));
const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const wanted = args.filter((arg) => !arg.startsWith('--'));
const benches = globSync('*-bench.ts', { cwd: folder }).sort();

const missed: string[] = [];
const reasons: string[] = [];
for (const bench of benches.filter(
  (file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)),
)) {
  console.log(`\n=== ${bench}`);
  await run(bench, 'node', [`${folder}${bench}`, ...flags]).catch((error: unknown) => {
    if (!(error instanceof TestFailure)) throw error;
    missed.push(bench);
    reasons.push(error.reason);
  });
}
if (missed.length > 0) {
  // Again at the end, where a reader of a long output looks.
  for (const reason of reasons.filter((text) => text !== '')) console.error(reason);
  console.log(`\nThese failed, or missed a figure to reach: ${missed.join(', ')}.`);
  process.exitCode = 1;
}
