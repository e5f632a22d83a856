import type { Passing } from '../support/tapped-wire.ts';
import { startDeliverySystem } from '../webhook-faults/delivery-system-under-test.ts';
import { amount, missReach } from './short.ts';

/**
 * Table calls and queue calls for each delivered event in a burst, by step. Counted on the connections of the real
 * bundles (6 workers for each delivery queue) to DynamoDB Local and the embedded SQS. Batches fill less well on a slow machine, so that
 * the counts vary by a few percent.
 */
const BURST = amount(1_000, 50);

/** Limit of table calls for a delivered event. */
const TABLE_CALLS_LIMIT = 3.5;

const system = await startDeliverySystem([5, 5, 5, 5, 5]);

/** The step of delivery that a table call belongs to, by what it reads or writes. */
function stepOf({ operation, body }: Passing): string {
  const has = (...marks: readonly string[]) => marks.some((mark) => body.includes(mark));
  const step = has('SLOTS#')
    ? 'leases'
    : has('RATES#')
      ? 'tokens'
      : has('lastAttemptAt')
        ? 'record, with the count by hour'
        : has('claimedUrl')
          ? 'claim'
          : has('receivedAt')
            ? 'dispatch: event'
            : has('INSERT INTO', 'attribute_not_exists(pk)')
              ? 'dispatch: deliveries'
              : has('PARKED', 'parked')
                ? 'deferred deliveries'
                : has('ORG#')
                  ? 'stops'
                  : has('webhookstable')
                    ? 'webhooks'
                    : has('E#')
                      ? 'payload'
                      : 'other';
  return `${step}, ${operation}`;
}

const tables = new Map<string, number>();
const queues = new Map<string, number>();
const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
const print = (title: string, counts: ReadonlyMap<string, number>): number => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0) / BURST;
  console.log(`${title}: ${total.toFixed(2)} for each of ${BURST} delivered events`);
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    console.log(`  ${(count / BURST).toFixed(3)}  ${name}`);
  }
  return total;
};

try {
  const warm = await system.owner();
  const warmWebhook = await warm.webhook('/warm');
  await system.publish(warm, 50);
  await system.ended([warmWebhook], 50);

  const owner = await system.owner();
  const webhook = await owner.webhook('/burst');
  system.tables.tap({
    before: (passing) => {
      // Schedules of other features and the host itself read other tables, and streams.
      if (/"[^"]*-(?:deliveries|webhooks|organizations)table[^"]*"/.test(passing.body)) {
        add(tables, stepOf(passing));
      }
      return 'pass';
    },
  });
  system.queues.tap({
    before: ({ operation }) => {
      add(queues, operation);
      return 'pass';
    },
  });
  const begin = performance.now();
  await system.publish(owner, BURST);
  while (system.receiver.arrivals.filter(({ path }) => path === '/burst').length < BURST) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - begin) / 1000;
  // The last records and releases.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  system.tables.tap({});
  system.queues.tap({});
  await system.ended([webhook], BURST);
  console.log(
    `burst of ${BURST}: ${(BURST / seconds).toFixed(0)} deliveries a second, on counted connections`,
  );
  const calls = print('table calls', tables);
  print('queue calls of functions', queues);
  if (calls > TABLE_CALLS_LIMIT) missReach();
} finally {
  await system.stop();
}
