import { duplicatesOf } from '../support/delivery-checker.ts';
import { startDeliverySystem, type WebhookOwner } from '../webhook-faults/delivery-system-under-test.ts';
import { amount, limit, median, quantile, secondsSince, spread, timesOf } from './figures.ts';

/**
 * Webhooks through the complete system on this machine: real bundles in worker threads, DynamoDB Local in memory, embedded
 * SQS with fair queues. Single events from the response of the intake queue until their arrival at the receiver; a burst;
 * and single events of a receiver while another one hangs.
 */
const WARM_UP = amount(1_000, 20);
const ALONE = amount(200, 5);
const BURST = amount(2_000, 50);
const HUNG = amount(500, 20);
const ROUNDS = amount(3, 1);
const QUIET = amount(60, 5);
const MAX_RATIO = 2;

const system = await startDeliverySystem([5, 5, 5, 5, 5], false);
const arrivals = (path: string) => system.receiver.arrivals.filter((arrival) => arrival.path === path);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param everyMs interval of the checks, whose processor time slows the system down. */
async function waitFor(path: string, count: number, everyMs: number): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (arrivals(path).length < count && Date.now() < deadline) await pause(everyMs);
}

/** An owner with a webhook at a path of its own. */
async function newOwner(): Promise<{ owner: WebhookOwner; path: string; webhook: string }> {
  const owner = await system.owner();
  const path = `/${owner.orgId}`;
  return { owner, path, webhook: await owner.webhook(path) };
}

let published = 0;
/** Publishes events one by one; returns milliseconds from publication to arrival. */
async function oneAtATime(owner: WebhookOwner, path: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const before = arrivals(path).length;
    published += 1;
    await system.publish(owner, 1, `evt_single-${published}`);
    times.push(...(await timesOf(1, () => waitFor(path, before + 1, 2))));
  }
  return times;
}

async function burst(count: number): Promise<{ seconds: number; cpuMs: number; path: string }> {
  const { owner, path } = await newOwner();
  const began = performance.now();
  const cpu = process.cpuUsage();
  await system.publish(owner, count);
  await waitFor(path, count, 25);
  const { user, system: kernel } = process.cpuUsage(cpu);
  return { seconds: secondsSince(began), cpuMs: (user + kernel) / 1_000, path };
}

try {
  const one = await newOwner();
  await oneAtATime(one.owner, one.path, 30);
  console.log(
    `one at a time, ${ALONE} events: publish to arrival ${spread(await oneAtATime(one.owner, one.path, ALONE))}`,
  );

  // Node and Java compile the code of a burst during the first one.
  await burst(WARM_UP);
  const { seconds, cpuMs, path } = await burst(BURST);
  const arrived = arrivals(path);
  const lost = BURST - new Set(arrived.map(({ headers }) => headers['x-event-id'])).size;
  const duplicates = duplicatesOf(arrived);
  console.log(
    `burst of ${BURST}: ${(BURST / seconds).toFixed(0)} deliveries a second, ${lost} lost, ${duplicates} duplicates`,
  );
  console.log(
    `processor time of a delivered event: ${(cpuMs / BURST).toFixed(2)} ms in Node (functions, host, queues and receiver), without DynamoDB Local`,
  );
  if (lost > 0 || duplicates > 0) process.exitCode = 1;

  const quiet = await newOwner();
  await oneAtATime(quiet.owner, quiet.path, 10);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await oneAtATime(quiet.owner, quiet.path, QUIET);
    const hung = await newOwner();
    system.receiver.answer(hung.path, () => () => {});
    await system.publish(hung.owner, HUNG);
    // All deliveries exist, and hang or wait for a lease.
    while ((await system.count(hung.webhook, 'pending', HUNG)) < HUNG) await pause(250);
    const during = await oneAtATime(quiet.owner, quiet.path, QUIET);
    ratios.push(quantile(during, 0.95) / quantile(alone, 0.95));
    console.log(
      `round ${round + 1}: quiet receiver alone ${spread(alone)}; during ${HUNG} hung deliveries ${spread(during)}`,
    );
    await system.service.call('DELETE', `/v1/webhooks/${hung.webhook}`, { key: hung.owner.apiKey });
    await pause(8_000);
  }
  const ratio = median(ratios);
  console.log(
    `quiet receiver while another one hangs: p95 ${ratio.toFixed(2)} times that alone ${limit(ratio, MAX_RATIO, 'times')}`,
  );
} finally {
  await system.stop();
}
