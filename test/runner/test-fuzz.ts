import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { installPythonPackages } from '../../bin/emulator/install-python-packages.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { type FuzzedService, startFuzzedService } from '../fuzz/fuzzed-service.ts';
import { reportLine } from '../fuzz/report.ts';
import { operationsBelow, serverErrors, summarizeLog, summaryLines } from '../fuzz/summary.ts';
import { writeSettings } from '../fuzz/write-settings.ts';
import { TestFailure } from './run.ts';

/**
 * `npm run test:fuzz`: Schemathesis against the service on this machine, at least 1,000 cases for each operation.
 * `-- --short` is the form of the continuous integration. `-- --minutes N` ends after N minutes, and repeats until then.
 * `-- --seed N` repeats a run. `-- --operation ID`, also repeated, tests only these operations.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TOOLS = `${ROOT}.local/fuzz-tools`;
const CASES = { long: 1_000, short: 15 };
const SHORT_SECONDS = 180;
/** Log lines that are shown of a failed run. */
const MAX_ERRORS_SHOWN = 20;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    operation: { type: 'string', multiple: true },
  },
});

function seconds(): number | undefined {
  const { minutes, short } = values;
  if (minutes === undefined) return short ? SHORT_SECONDS : undefined;
  const whole = Math.round(Number(minutes) * 60);
  if (!(whole >= 1)) throw new LocalSetupError(`--minutes must be a positive number, not ${minutes}.`);
  return whole;
}

/** @returns the exit code of Schemathesis: 0 without failures. */
async function schemathesis(folder: string, service: FuzzedService, report: string): Promise<number | null> {
  const settings = await writeSettings(folder, service);
  const limit = seconds();
  const args = [
    ...['--config-file', settings, 'run', `${ROOT}openapi.json`, '--url', service.url],
    ...['--max-examples', String(values.short ? CASES.short : CASES.long)],
    ...(limit === undefined ? [] : ['--max-time', String(limit)]),
    ...(values.seed === undefined ? [] : ['--seed', values.seed]),
    ...(values.operation ?? []).flatMap((id) => ['--include-operation-id', id]),
    ...['--report-json-path', report, '--no-color'],
  ];
  const child = spawn(`${TOOLS}/bin/st`, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const kill = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', kill).on('SIGTERM', kill);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  process.off('SIGINT', kill).off('SIGTERM', kill);
  return code;
}

async function fuzz(folder: string): Promise<void> {
  await installPythonPackages({
    name: 'Schemathesis',
    requirements: `${ROOT}test/fuzz/requirements.txt`,
    venv: TOOLS,
    python: '3.11',
  });
  await synthesizeLocal();
  const service = await startFuzzedService(folder);
  const report = join(folder, 'report.json');
  const code = await schemathesis(folder, service, report).finally(service.stop);

  const summary = await summarizeLog(service.log);
  for (const line of summaryLines(summary)) console.log(line);
  const found = serverErrors(summary);
  console.log(`${found} server errors and ${summary.errors.length} logged errors of the service`);
  const few = operationsBelow(summary, CASES.long);
  if (!values.short && values.operation === undefined && few.length > 0) {
    console.log(`Fewer than ${CASES.long} cases, give it more time (--minutes): ${few.join(', ')}`);
  }
  for (const line of summary.errors.slice(0, MAX_ERRORS_SHOWN)) console.log(line);
  // Without failures or with some; otherwise it did not run to its end.
  if (code !== 0 && code !== 1) throw new TestFailure(`✗ Schemathesis ended with code ${code}.`);
  console.log(await reportLine(report));
  if (code === 0 && found === 0 && summary.errors.length === 0) return;
  throw new TestFailure(
    '✗ fuzz failed. To repeat a call: npm start -- --ephemeral, and its address and key in the curl command above.',
  );
}

const folder = await mkdtemp(join(tmpdir(), 'freight-fuzz-'));
try {
  await fuzz(folder);
} catch (error) {
  if (!(error instanceof TestFailure || error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
