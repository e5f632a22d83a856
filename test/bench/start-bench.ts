import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { amount, IS_SHORT, limit, median, secondsSince } from './figures.ts';

/** Seconds from `npm start` to the first 200 of GET /health. Downloaded packages and engines are kept. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNS = amount(5, 1);

async function secondsToReady(): Promise<number> {
  const began = performance.now();
  const service = spawn('npm', ['start', '--', '--ephemeral'], {
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
      const found = /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(output);
      if (found) resolve(found[0]);
    });
    service.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
  });
  while ((await fetch(`${url}/health`).catch(() => undefined))?.status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = secondsSince(began);
  const ended = new Promise((resolve) => service.once('exit', resolve));
  if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
  await ended;
  return seconds;
}

async function measure(name: string, most: number, prepare: () => void = () => {}): Promise<void> {
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    prepare();
    seconds.push(await secondsToReady());
  }
  const all = seconds.map((value) => value.toFixed(1)).join(' ');
  const middle = median(seconds);
  console.log(
    `npm start to ready, ${name}: median ${middle.toFixed(1)} s of ${all} ${limit(middle, most, 's')}`,
  );
}

if (!IS_SHORT) {
  await measure('nothing built yet', 20, () => rmSync(`${ROOT}dist`, { recursive: true, force: true }));
}
await measure('built before', 10);
