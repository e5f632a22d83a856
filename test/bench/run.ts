import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../runner/run.ts';

/**
 * `npm run bench [-- NAME ... --FLAG ...]`: every benchmark of this folder, or those named, one after the other; fails
 * after the last where one did. With `--short` each does little work, and its times and sizes are not judged.
 */
const folder = fileURLToPath(new URL('./', import.meta.url));
const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const wanted = args.filter((arg) => !arg.startsWith('--'));
const benches = globSync('*-bench.ts', { cwd: folder }).sort();

const missed: string[] = [];
for (const bench of benches.filter(
  (file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)),
)) {
  console.log(`\n=== ${bench}`);
  await run(bench, 'node', [`${folder}${bench}`, ...flags]).catch(() => missed.push(bench));
}
if (missed.length > 0) {
  console.log(`\nThese failed, or missed a figure to reach: ${missed.join(', ')}.`);
  process.exitCode = 1;
}
