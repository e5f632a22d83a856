import { startDeliverySystem } from '../webhook-faults/delivery-system-under-test.ts';
import { amount } from './short.ts';

/**
 * Processor time of the service for a delivered event, without that of DynamoDB Local. Each function has one execution
 * environment: the threads of many environments on one machine evict each other's code from the caches of the processors,
 * which environments of a deployment do not. Node compiles the code during the first bursts.
 */
const BURST = amount(2_000, 50);
const WARM_UPS = amount(3, 1);
/** Of the other threads; not enforced, since times of a machine vary. */
const GOAL_MS = 2;

const system = await startDeliverySystem([5, 5, 5, 5, 5], false, 1);

const arrived = (path: string): number => system.receiver.on(path).length;

async function deliverBurst(): Promise<number> {
  const owner = await system.owner();
  const path = `/${owner.orgId}`;
  await owner.webhook(path);
  const began = performance.now();
  await system.publish(owner, BURST);
  const deadline = began + 180_000;
  while (arrived(path) < BURST && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  if (arrived(path) < BURST) throw new Error(`only ${arrived(path)} of ${BURST} events arrived`);
  return (performance.now() - began) / 1000;
}

const msOf = ({ user, system: kernel }: NodeJS.CpuUsage) => (user + kernel) / 1000 / BURST;

try {
  for (let burst = 0; burst <= WARM_UPS; burst++) {
    const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
    const seconds = await deliverBurst();
    const [total, mainThread] = [msOf(process.cpuUsage(all)), msOf(process.threadCpuUsage(main))];
    console.log(
      `burst ${burst + 1} of ${BURST}, ${(BURST / seconds).toFixed(0)} deliveries a second, one environment of each function: ${(total - mainThread).toFixed(2)} ms of functions, compilation and garbage collection for each event (goal ${GOAL_MS}), ${mainThread.toFixed(2)} ms of the main thread (local host, queues, receiver, this bench)`,
    );
  }
} finally {
  await system.stop();
}
