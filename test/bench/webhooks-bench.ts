import { duplicatesOf } from '../support/delivery-checker.ts';
import {
  type DeliverySystem,
  startDeliverySystem,
  type WebhookOwner,
} from '../webhook-faults/delivery-system-under-test.ts';
import { median } from './median.ts';
import { startProcessorTime } from './processor-time.ts';
import { amount, IS_SHORT } from './short.ts';

/**
 * Webhooks through the complete system on this machine: real bundles in worker threads (6 for each delivery queue), DynamoDB Local in
 * memory, embedded SQS with fair queues. Latency is measured from the response of the intake queue to the arrival of the body at the receiver.
 * For comparison, two other engines were measured on 2 cores (one receiver that answers at once, 100 workers;
 * Outpost on RabbitMQ, Redis and Postgres; Convoy on Redis and Postgres). The output contains their results.
 */
const ALONE = amount(200, 5);
const WARM_UP = amount(1_000, 20);
const BURST = amount(2_000, 50);
const HUNG = amount(500, 20);
const ROUNDS = amount(5, 1);
const QUIET = amount(60, 5);
const KILLED_BURST = amount(1_000, 90);
const GAP = 5;

const system = await startDeliverySystem([GAP, GAP, GAP, GAP, GAP], false);

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const spread = (values: readonly number[]): string =>
  `p50 ${ms(median(values))}, p95 ${ms(quantile(values, 0.95))}, p99 ${ms(quantile(values, 0.99))}`;

const seenAt = (path: string) => system.receiver.arrivals.filter((arrival) => arrival.path === path);

/** @param everyMs interval of the checks, whose processor time counts as that of the system. */
async function waitFor(path: string, count: number, withinMs = 120_000, everyMs = 2): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (seenAt(path).length < count && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** An owner with a webhook at a unique path. */
async function newOwner(): Promise<{ owner: WebhookOwner; path: string; webhook: string }> {
  const owner = await system.owner();
  const path = `/${owner.orgId}`;
  return { owner, path, webhook: await owner.webhook(path) };
}

/** Publishes events one by one; returns milliseconds from publication to arrival, and of the publishing call. */
async function oneAtATime(
  { publish }: DeliverySystem,
  owner: WebhookOwner,
  path: string,
  count: number,
  name: string,
): Promise<{ arrival: number[]; call: number[] }> {
  const arrival: number[] = [];
  const call: number[] = [];
  for (let index = 0; index < count; index++) {
    const before = seenAt(path).length;
    const begin = performance.now();
    await publish(owner, 1, `evt_${name}-${index}`);
    const published = performance.now();
    await waitFor(path, before + 1);
    call.push(published - begin);
    arrival.push(performance.now() - published);
  }
  return { arrival, call };
}

const missed: string[] = [];

try {
  const one = await newOwner();
  await oneAtATime(system, one.owner, one.path, 30, 'warm');
  const alone = await oneAtATime(system, one.owner, one.path, ALONE, 'alone');
  console.log(`one at a time, ${ALONE} events: publish to arrival ${spread(alone.arrival)}`);
  console.log(`  the publishing call itself ${spread(alone.call)}`);
  console.log('  Outpost p50 32 ms, p95 54 ms; Convoy p50 1,065 ms, p95 1,833 ms');

  // Node and Java compile the code of a burst during the first one.
  const warm = await newOwner();
  await system.publish(warm.owner, WARM_UP);
  await waitFor(warm.path, WARM_UP, 180_000);
  const burst = await newOwner();
  const burstBegin = performance.now();
  const processorTime = startProcessorTime();
  await system.publish(burst.owner, BURST);
  await waitFor(burst.path, BURST, 180_000, 25);
  const burstSeconds = (performance.now() - burstBegin) / 1000;
  const { mainThreadMs, otherThreadsMs } = processorTime();
  const ofEvent = (burstMs: number): string => (burstMs / BURST).toFixed(1);
  const arrived = seenAt(burst.path);
  const lost = BURST - new Set(arrived.map(({ headers }) => headers['x-event-id'])).size;
  console.log(
    `burst of ${BURST}: ${(BURST / burstSeconds).toFixed(0)} deliveries a second, ${lost} lost, ${duplicatesOf(arrived)} duplicates`,
  );
  console.log(
    `  processor time for each event, without DynamoDB Local: ${ofEvent(mainThreadMs)} ms of the main thread (local host, queues, receiver, this bench), ${ofEvent(otherThreadsMs)} ms of the other threads (functions, compilation, garbage collection)`,
  );
  console.log('  Outpost 468 a second, 0, 0; Convoy 83 a second, 0, 0');
  if (lost > 0 || duplicatesOf(arrived) > 0) missed.push('burst');

  const quiet = await newOwner();
  await oneAtATime(system, quiet.owner, quiet.path, 10, 'quiet-warm');
  const ratios: number[] = [];
  const p50s: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await oneAtATime(system, quiet.owner, quiet.path, QUIET, `before-${round}`);
    const hung = await newOwner();
    system.receiver.answer(hung.path, () => () => {});
    await system.publish(hung.owner, HUNG);
    // Waits until all deliveries exist, and hang or wait for a lease.
    const dispatched = async () => (await system.count(hung.webhook, 'pending', HUNG)) >= HUNG;
    while (!(await dispatched())) await new Promise((resolve) => setTimeout(resolve, 250));
    // Measured from the dispatch of the flood, while its receiver hangs.
    const during = await oneAtATime(system, quiet.owner, quiet.path, QUIET, `during-${round}`);
    const [p95Alone, p95During] = [quantile(before.arrival, 0.95), quantile(during.arrival, 0.95)];
    ratios.push(p95During / p95Alone);
    p50s.push([median(before.arrival), median(during.arrival)]);
    console.log(
      `round ${round + 1}: quiet receiver alone ${spread(before.arrival)}; during ${HUNG} hung deliveries ${spread(during.arrival)}, the first of them ${ms(during.arrival[0] ?? Number.NaN)}; the hung receiver had at most ${system.receiver.peak(hung.path)} connections`,
    );
    await system.service.call('DELETE', `/v1/webhooks/${hung.webhook}`, { key: hung.owner.apiKey });
    await new Promise((resolve) => setTimeout(resolve, 8_000));
  }
  console.log(
    `quiet receiver during a flood to a hung one, median of ${ROUNDS} interleaved rounds of ${QUIET} events one at a time, from the flood's first moment: p95 ${median(ratios).toFixed(2)} times that alone (limit 2); p50 ${ms(median(p50s.map(([first]) => first)))} -> ${ms(median(p50s.map(([, second]) => second)))}`,
  );
  console.log(
    '  Outpost p50 0.049 s -> 19.7 s; Convoy 1.4 s -> 43.9 s; both gave all 100 workers to the hung one',
  );
  if (median(ratios) > 2 && !IS_SHORT) missed.push('quiet receiver during a flood');

  const killed = await newOwner();
  system.receiver.answer(killed.path, () => ({ status: 200, afterMs: 20 }));
  await system.publish(killed.owner, KILLED_BURST);
  await waitFor(killed.path, KILLED_BURST / 3);
  await Promise.all([system.service.crash('deliver-webhook'), system.service.crash('retry-webhook')]);
  const killedAt = performance.now();
  const atKill = seenAt(killed.path).length;
  await waitFor(killed.path, atKill + 50);
  const goesOn = performance.now() - killedAt;
  const records = await system.ended([killed.webhook], KILLED_BURST);
  const whole = performance.now() - killedAt;
  const undelivered = records.filter(({ delivery }) => delivery.status !== 'delivered').length;
  const interrupted = records.filter(({ log }) => log.some(({ error }) => error === 'interrupted')).length;
  console.log(
    `workers killed in a burst of ${KILLED_BURST}: ${undelivered} lost, ${duplicatesOf(seenAt(killed.path))} duplicates; others continue after ${ms(goesOn)}; ${interrupted} attempts were interrupted, all deliveries ended after ${(whole / 1000).toFixed(1)} s`,
  );
  console.log('  Outpost 0 lost, 30-83 duplicates, 0.8 s; Convoy 0 lost, 3 duplicates, 125 s');
  console.log(
    `  interrupted deliveries wait for the retry interval (here ${GAP} s, deployed 5 minutes); the sweep finds them a minute after they are due`,
  );
  if (undelivered > 0) missed.push('killed');
  if (missed.length > 0) {
    console.log(`missed: ${missed.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await system.stop();
}
