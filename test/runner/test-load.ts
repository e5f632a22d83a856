import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { loadMix } from '../load/load-mix.ts';
import { type MeasuredOperation, measureMix, rateOfMix } from '../load/measure-mix.ts';
import { reconcileCounters } from '../load/reconcile-counters.ts';
import { freightCommand } from '../support/freight-command.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { createOrganization, exchange } from '../support/service-under-test.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { run, runSuite, TestFailure } from './run.ts';

/**
 * `npm run test:load`: a mix of operations, 26 calls a second, against the local service for 10 minutes, then counters,
 * totals and deliveries are compared with the responses.
 *   -- --minutes N --rate N   another duration, and calls a second of the mix; each operation has a whole number of them
 *   -- --short                20 seconds at 7 calls a second
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    rate: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});
/** 2 vCPU sustain this rate, with callers and service on one machine. */
const rate = Number(values.rate ?? (values.short ? 5 : 25));
const seconds = values.short ? 20 : Number(values.minutes ?? 10) * 60;
/** First calls, many at once: they start the workers of functions. */
const START_CALLS = values.short ? 100 : 1_000;

const quantile = (times: readonly number[], share: number): string =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN).toFixed(0).padStart(6);

function printOperations(measured: readonly MeasuredOperation[], tookSeconds: number): void {
  console.log('operation           calls  calls/s    p50    p95    p99    max ms   errors');
  for (const { name, times, failed, failure } of measured) {
    const figures = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share)).join(' ');
    const calls = `${String(times.length).padStart(7)} ${(times.length / tookSeconds).toFixed(1).padStart(8)}`;
    console.log(`${name.padEnd(17)} ${calls} ${figures}   ${String(failed).padStart(6)}`);
    if (failure !== undefined) console.log(`  first error: ${failure}`);
  }
}

/** Puts load on the service at a URL. @throws TestFailure if a call fails or a counter differs. */
async function putLoadOn(url: string, dataDir: string): Promise<void> {
  const freight = <T>(...args: string[]): Promise<T> => freightCommand(args, { FREIGHT_LOCAL_DIR: dataDir });
  const plan = ['--plan', 'enterprise', '--requests-per-minute', '600000', '--usage-limit', '100000000'];
  const { orgId, apiKey } = await createOrganization({ freight }, ...plan);
  const headers = { 'x-api-key': apiKey };
  const receiver = await startWebhookReceiver();
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent = { headers, ...(body === undefined ? {} : { body }) };
    const { status, text, json } = (await exchange(url, method, path, sent)).answer;
    if (status !== 200) throw new Error(`${method} ${path} answers ${status}: ${text}`);
    return json;
  };
  try {
    const webhook = { url: `${receiver.url}/load`, events: ['quote.created'], orgId };
    const created = (await request('POST', '/v1/webhooks', webhook)) as { data: { id: string } };
    // Roads lead from Georgia to all places of the mix.
    const found = (await request('GET', '/api/v1/terminals/search?state=GA')) as { data: { name: string }[] };
    const webhookId = created.data.id;
    const mix = loadMix({ terminals: found.data.map(({ name }) => name), webhookId });
    const load = { url, headers };
    // One call of each operation starts its functions.
    const first: MeasuredOperation[] = [];
    for (const operation of mix) first.push(...(await measureMix([operation], { ...load, calls: 1 })));
    first.push(...(await measureMix(mix, { ...load, calls: START_CALLS })));

    console.log(
      `\nthe local service: ${rateOfMix(mix, rate)} calls a second for ${seconds} s, callers and service on one machine (${cpus().length} cores, ${platform()}, Node ${process.version})`,
    );
    const began = performance.now();
    const measured = await measureMix(mix, { ...load, calls: rate * seconds, rate });
    printOperations(measured, (performance.now() - began) / 1000);
    const { lines, agrees } = await reconcileCounters({
      measured: [...first, ...measured],
      webhookId,
      read: (path) => request('GET', path),
      arrived: () => new Set(receiver.arrivals.map((arrival) => String(arrival.headers['x-event-id']))).size,
    });
    for (const line of lines) console.log(line);

    const failed = [...first, ...measured].filter((operation) => operation.failed > 0);
    const missed = [
      ...failed.map(({ name, failure }) => `errors of "${name}" (${failure})`),
      ...(agrees ? [] : ['counters']),
    ];
    if (missed.length > 0) throw new TestFailure(`missed: ${missed.join(', ')}`);
  } finally {
    await receiver.stop();
  }
}

await runSuite(async () => {
  // Without the pages, the service would build them while it is measured.
  await run('pages', 'node', ['bin/site.ts']);
  await synthesizeLocal();
  const dataDir = await mkdtemp(join(tmpdir(), 'freight-load-'));
  const service = await startServiceProcess(dataDir);
  try {
    const { url } = await service.greeted;
    await putLoadOn(url, dataDir);
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
});
