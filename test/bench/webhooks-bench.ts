import { duplicatesOf } from '../support/delivery-checker.ts';
import { startDeliverySystem, type Target } from '../webhook-faults/delivery-system-under-test.ts';
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

const system = await startDeliverySystem(5, false);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param everyMs interval of the checks, whose processor time slows the system down. */
async function waitFor({ seen }: Target, count: number, everyMs: number): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (seen().length < count && Date.now() < deadline) await pause(everyMs);
}

let published = 0;
/** Publishes events one by one; returns milliseconds from publication to arrival. */
async function oneAtATime(target: Target, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const before = target.seen().length;
    published += 1;
    await target.publish(1, `evt_single-${published}`);
    times.push(...(await timesOf(1, () => waitFor(target, before + 1, 2))));
  }
  return times;
}

async function burst(count: number) {
  const target = await system.target();
  const began = performance.now();
  const cpu = process.cpuUsage();
  await target.publish(count);
  await waitFor(target, count, 25);
  const { user, system: kernel } = process.cpuUsage(cpu);
  return { seconds: secondsSince(began), cpuMs: (user + kernel) / 1_000, arrived: target.seen() };
}

try {
  const one = await system.target();
  await oneAtATime(one, 30);
  console.log(`one at a time, ${ALONE} events: publish to arrival ${spread(await oneAtATime(one, ALONE))}`);

  // Node and Java compile the code of a burst during the first one.
  await burst(WARM_UP);
  const { seconds, cpuMs, arrived } = await burst(BURST);
  const lost = BURST - new Set(arrived.map(({ headers }) => headers['x-event-id'])).size;
  const duplicates = duplicatesOf(arrived);
  console.log(
    `burst of ${BURST}: ${(BURST / seconds).toFixed(0)} deliveries a second, ${lost} lost, ${duplicates} duplicates`,
  );
  console.log(
    `processor time of a delivered event: ${(cpuMs / BURST).toFixed(2)} ms in Node (functions, host, queues and receiver), without DynamoDB Local`,
  );
  if (lost > 0 || duplicates > 0) process.exitCode = 1;

  const quiet = await system.target();
  await oneAtATime(quiet, 10);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await oneAtATime(quiet, QUIET);
    const hung = await system.target(() => () => {});
    await hung.publish(HUNG);
    // All deliveries exist, and hang or wait for a lease.
    while ((await hung.pending(HUNG)) < HUNG) await pause(250);
    const during = await oneAtATime(quiet, QUIET);
    ratios.push(quantile(during, 0.95) / quantile(alone, 0.95));
    console.log(
      `round ${round + 1}: quiet receiver alone ${spread(alone)}; during ${HUNG} hung deliveries ${spread(during)}`,
    );
    await hung.delete();
    await pause(8_000);
  }
  const ratio = median(ratios);
  console.log(
    `quiet receiver while another one hangs: p95 ${ratio.toFixed(2)} times that alone ${limit(ratio, MAX_RATIO, 'times')}`,
  );
} finally {
  await system.stop();
}
