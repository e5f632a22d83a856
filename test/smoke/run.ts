import { explainFailure } from '../../bin/freight/failures.ts';
import type { Result } from './check.ts';
import { countsOf, lineOf } from './report.ts';
import { smoke } from './smoke.ts';
import { readSmokeOptions } from './smoke-options.ts';

/** npm forwards a signal to the process group a second time. A second signal of a person comes later and ends the run at once. */
const SAME_SIGNAL_MS = 1_000;

const print = (line: string) => console.log(line);
const complain = (line: string) => console.error(line);

/** `npm run smoke -- --environment NAME ...`: exit code 0 if all checks pass, 1 if a check fails, 2 for invalid options. */
try {
  const options = readSmokeOptions(process.argv.slice(2), process.env, { print, complain });
  let stoppedAt: number | undefined;
  const stop = () => {
    if (stoppedAt !== undefined && Date.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(1);
    if (stoppedAt === undefined) complain('Stopping; what was made for the test is removed ...');
    stoppedAt ??= Date.now();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const tell = (result: Result) => {
    if (!options.json) print(lineOf(result));
  };
  const results = await smoke(options, tell, () => stoppedAt !== undefined);
  const counts = countsOf(results);
  if (options.json) print(JSON.stringify({ ...counts, checks: results }));
  else print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.failed > 0 || stoppedAt !== undefined) process.exitCode = 1;
} catch (error) {
  const { exitCode, text } = explainFailure(error);
  if (text !== undefined) complain(text);
  process.exitCode = exitCode;
}
