import { explainFailure } from '../../bin/freight/explain-failure.ts';
import type { Result } from './check.ts';
import { countsOf, lineOf } from './report.ts';
import { smoke } from './smoke.ts';
import { readSmokeOptions } from './smoke-options.ts';

/** `npm run smoke -- --environment NAME ...`: exit code 0 where all holds, 1 where something does not, 2 where it is misused. */
const print = (line: string) => console.log(line);
const complain = (line: string) => console.error(line);

try {
  const options = readSmokeOptions(process.argv.slice(2), process.env, { print, complain });
  let stopped = false;
  const stop = () => {
    stopped = true;
    complain('Stopping; what was made for the test is removed ...');
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const tell = (result: Result) => {
    if (!options.json) print(lineOf(result));
  };
  const results = await smoke(options, tell, () => stopped);
  const counts = countsOf(results);
  if (options.json) print(JSON.stringify({ ...counts, checks: results }));
  else print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.failed > 0 || stopped) process.exitCode = 1;
} catch (error) {
  const { exitCode, text } = explainFailure(error);
  if (text !== undefined) complain(text);
  process.exitCode = exitCode;
}
