import { startDeliverySystem } from '../webhook-faults/delivery-system-under-test.ts';
import { startProcessorTime } from './processor-time.ts';
import { amount } from './short.ts';

/**
 * Processor time of the service for a delivered event of a burst, without that of DynamoDB Local. Each function that
 * consumes a queue has one execution environment: the threads of several compete for the caches of the processors, which
 * environments of a deployment do not. Node compiles the code during the first bursts.
 */
const BURST = amount(2_000, 50);
const WARM_UPS = amount(3, 1);
/** Goal for the processor time outside of the main thread; not enforced, since times of a machine vary. */
const GOAL_MS = 2;

const system = await startDeliverySystem([5, 5, 5, 5, 5], false, 1);

/** Different events at the receiver. */
const arrived = (path: string): number =>
  new Set(system.receiver.on(path).map(({ headers }) => headers['x-event-id'])).size;

const pause = () => new Promise((resolve) => setTimeout(resolve, 25));
const ofEvent = (burstMs: number): string => (burstMs / BURST).toFixed(2);

/** Delivers a burst of events until all are recorded, and prints what it cost. */
async function measureBurst(number: number): Promise<void> {
  const owner = await system.owner();
  const path = `/${owner.orgId}`;
  const webhook = await owner.webhook(path);
  const [processorTime, began] = [startProcessorTime(), performance.now()];
  await system.publish(owner, BURST);
  while (arrived(path) < BURST) {
    if (performance.now() - began > 180_000) throw new Error(`only ${arrived(path)} of ${BURST} arrived`);
    await pause();
  }
  const seconds = (performance.now() - began) / 1000;
  while ((await system.count(webhook, 'pending')) > 0) await pause();
  const { mainThreadMs, otherThreadsMs } = processorTime();
  console.log(
    `burst ${number} of ${BURST} events, ${(BURST / seconds).toFixed(0)} deliveries a second: ${ofEvent(otherThreadsMs)} ms of functions, compilation and garbage collection for each event (goal ${GOAL_MS}), ${ofEvent(mainThreadMs)} ms of the main thread (local host, queues, receiver, this bench)`,
  );
}

try {
  for (let number = 1; number <= WARM_UPS + 1; number++) await measureBurst(number);
} finally {
  await system.stop();
}
