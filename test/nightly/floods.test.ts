import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDeliveryIds } from '../../shared/webhooks/deliveries/delivery-id.ts';
import { createDynamoDbDeliveryIntake } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-intake.ts';
import { newStateItem } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-items.ts';
import { deliveryViolations } from '../support/delivery-checker.ts';
import { type DeliverySystem, startDeliverySystem } from '../webhook-faults/delivery-system-under-test.ts';

const FULL = process.env.FULL_LENGTH === 'yes';
const GAP = 5;
let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem([GAP, GAP, GAP, GAP, GAP]);
});

afterAll(() => system.stop());

describe(`floods (${FULL ? 'full length' : 'shortened: npm run test:nightly -- --full for all of it'})`, () => {
  /** Publishes events to a receiver that needs some time. @returns its arrivals, and after how many ms the last one was over. */
  const flood = async (events: number, afterMs: number) => {
    const owner = await system.owner();
    const path = `/${owner.orgId}`;
    const webhook = await owner.webhook(path);
    system.receiver.answer(path, () => ({ status: 200, afterMs }));
    const started = Date.now();
    await system.publish(owner, events);
    const records = await system.ended([webhook], events);
    const seen = system.receiver.arrivals.filter((arrival) => arrival.path === path);
    const took = Math.max(...seen.map(({ over = 0 }) => over)) - started;
    return { records, seen, took, peak: system.receiver.peak(path) };
  };

  it('1,000 events to a receiver that needs 2 s: as many concurrent as the machine can send, at most 100', async () => {
    // What this machine needs for each event, apart from the receiver.
    const quick = await flood(300, 0);
    const { records, seen, took, peak } = await flood(1_000, 2_000);
    console.log(
      `300 events, answered at once: ${quick.took} ms; 1,000 events, 2 s each: peak ${peak} at once, done in ${took} ms`,
    );
    expect(deliveryViolations({ arrivals: seen, records, gapSeconds: GAP })).toEqual([]);
    const inTwoSeconds = (300 / quick.took) * 2_000;
    expect(peak).toBeGreaterThanOrEqual(Math.min(80, inTwoSeconds / 2));
    expect(peak).toBeLessThanOrEqual(100);
    expect(seen).toHaveLength(records.reduce((sum, { log }) => sum + log.length, 0));
    expect(new Set(records.map(({ delivery }) => delivery.status))).toEqual(new Set(['delivered']));
    expect(records).toHaveLength(1_000);
  });

  const deferred = FULL ? 10_000 : 600;
  it(
    `${deferred} deferred deliveries to a receiver that hangs need at most 3 writes each before their attempt`,
    async () => {
      const owner = await system.owner();
      const path = `/${owner.orgId}`;
      const webhook = await owner.webhook(path);
      // At first each attempt hangs. The others are answered, so that the test ends.
      const hangsUntil = Date.now() + 15_000;
      system.receiver.answer(path, () => (Date.now() < hangsUntil ? () => {} : { status: 200 }));
      const account = { orgId: owner.orgId, mode: 'test' as const };
      const newDeliveryId = createDeliveryIds();
      const at = new Date();
      const intake = createDynamoDbDeliveryIntake({ ...system.deliveries, newDeliveryId });
      const event = {
        id: `evt_${owner.orgId}`,
        event: 'chat.created' as const,
        created: at.toISOString(),
        livemode: false,
        object: { sessionId: 'one' },
      };
      const { pending } = await intake.admit(account, event, [webhook], at);
      const [{ deliveryId: model = '' } = {}] = pending;
      const seeds = Array.from({ length: deferred }, () => newDeliveryId(at));
      for (let start = 0; start < seeds.length; start += 25) {
        const items = seeds.slice(start, start + 25).map((deliveryId) => ({
          PutRequest: {
            Item: newStateItem(
              {
                ...account,
                deliveryId,
                webhookId: webhook,
                eventId: event.id,
                event: event.event,
                status: 'pending',
                attempts: 0,
                maxAttempts: 6,
                createdAt: at.toISOString(),
                dueAt: at.toISOString(),
                test: false,
              },
              at,
            ),
          },
        }));
        const { client, TableName } = system.deliveries;
        await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: items } }));
      }
      // Writes of each delivery before its first attempt, and writes for leases and tokens that attempts share.
      const writes = new Map<string, number>();
      let shared = 0;
      let claims = 0;
      const attempted = new Set<string>();
      system.tables.tap({
        before: ({ operation, body }) => {
          if (!/^(PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchExecuteStatement)$/.test(operation)) {
            return 'pass';
          }
          // Each statement of a batch is a write of its own.
          const parts =
            operation === 'BatchExecuteStatement'
              ? (JSON.parse(body) as { Statements: object[] }).Statements.map((one) => JSON.stringify(one))
              : [body];
          for (const part of parts) {
            const [id] = /dlv_[0-9A-Z]{27}/.exec(part) ?? [];
            if (/SLOTS#|PARKED|RATES#/.test(part)) shared += 1;
            else if (id !== undefined && !attempted.has(id)) writes.set(id, (writes.get(id) ?? 0) + 1);
            if (id !== undefined && /claimedUrl = (?::url|\?)/.test(part)) {
              attempted.add(id);
              claims += 1;
            }
          }
          return 'pass';
        },
      });
      await system.sendTo(
        'retries',
        seeds.map((deliveryId) =>
          JSON.stringify({
            kind: 'deliver',
            deliveryId,
            ...account,
            webhookId: webhook,
            attempts: 0,
            eventId: event.id,
          }),
        ),
      );
      const records = await system.ended([webhook], deferred + 1);
      system.tables.tap({});
      const counts = [...writes.entries()].filter(([id]) => id !== model).map(([, count]) => count);
      const made = records.reduce((sum, { log }) => sum + log.length, 0);
      // Leases and tokens serve every attempt, also the retries of attempts that hung.
      const sharedEach = shared / made;
      const most = Math.max(...counts) + sharedEach;
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length + sharedEach;
      console.log(
        `${deferred} deferred: ${mean.toFixed(2)} writes each on average before the attempt, ${most.toFixed(2)} at most, ${sharedEach.toFixed(2)} of them for in-flight leases and tokens; ${made} attempts took ${claims} claims`,
      );
      expect(mean).toBeLessThanOrEqual(3);
      const seen = system.receiver.arrivals.filter((arrival) => arrival.path === path);
      expect(deliveryViolations({ arrivals: seen, records, gapSeconds: GAP })).toEqual([]);
    },
    FULL ? 1_800_000 : 240_000,
  );
});
