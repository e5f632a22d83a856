import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from './median.ts';
import { amount, IS_SHORT } from './short.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNS = amount(5, 1);

/** Seconds from the start of `npm start` to the first 200 of GET /health; the service is stopped again. */
async function secondsToReady(options: readonly string[]): Promise<number> {
  const started = performance.now();
  const service = spawn('npm', ['start', '--', '--ephemeral', ...options], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate process group, so that npm, its shell and the service can be stopped together.
    detached: true,
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    service.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+|http:\/\/localhost:\d+/.exec(output);
      if (found) resolve(found[0]);
    });
    service.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
  });
  while ((await fetch(`${url}/health`).catch(() => undefined))?.status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - started) / 1000;
  const ended = new Promise((resolve) => service.once('exit', resolve));
  if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
  await ended;
  return seconds;
}

interface Measured {
  readonly name: string;
  /** Target of the project, in seconds. */
  readonly reach?: string;
  readonly prepare?: () => void;
  readonly options?: readonly string[];
}

async function measure({ name, reach, prepare, options = [] }: Measured): Promise<void> {
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    prepare?.();
    seconds.push(await secondsToReady(options));
  }
  const all = seconds.map((value) => value.toFixed(1)).join(' ');
  console.log(
    `npm start to ready, ${name}: median ${median(seconds).toFixed(1)} s of ${all}${reach === undefined ? '' : ` (reach: ${reach})`}`,
  );
}

// Keeps downloads: packages, Java if it was downloaded, and the jars of OpenSearch.
if (!IS_SHORT) {
  await measure({
    name: 'nothing built yet',
    reach: '<= 20 s',
    prepare: () => rmSync(`${ROOT}dist`, { recursive: true, force: true }),
  });
}
await measure({ name: 'built before', reach: '<= 10 s' });
if (!IS_SHORT) {
  // The first start builds, and downloads missing files.
  await secondsToReady(['--opensearch']);
  await measure({ name: 'built before, with --opensearch', options: ['--opensearch'] });
}
