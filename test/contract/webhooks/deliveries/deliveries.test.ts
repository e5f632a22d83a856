import { randomBytes } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Attempt,
  DELIVERY_STATUSES,
  type Delivery,
  type StoredDelivery,
} from '../../../../shared/webhooks/deliveries/delivery.ts';
import {
  claimAttempt,
  failDelivery,
  recordAttempt,
} from '../../../../shared/webhooks/deliveries/delivery-attempts.ts';
import {
  countAttempts,
  latencyOf,
  readAttemptCounts,
} from '../../../../shared/webhooks/deliveries/dynamodb-attempt-counts.ts';
import {
  type DeliveryQuery,
  listDeliveries,
  readWholeDelivery,
  redeliver,
} from '../../../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { EVENT_NAMES } from '../../../../shared/webhooks/events/event-names.ts';
import { MAX_MESSAGE_BYTES } from '../../../../shared/webhooks/events/read-event-message.ts';
import { newWebhook } from '../webhooks-under-test.ts';
import {
  anEvent,
  type DeliveriesUnderTest,
  faultsInTurn,
  newAccount,
  newName,
  startDeliveries,
} from './deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const MINUTE_MS = 60_000;
const minutes = (count: number) => new Date(START.getTime() + count * MINUTE_MS);
const DAYS_29 = minutes(29 * 24 * 60);

let table: DeliveriesUnderTest;
beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

const whole = (deliveryId: string) => readWholeDelivery(table, deliveryId);
const listed = async (webhookId: string) =>
  (await listDeliveries(table, webhookId, { limit: 100 })).deliveries;

describe('an event', () => {
  it('has one delivery to each webhook, whatever many concurrent stores on a wire with faults', async () => {
    const account = newAccount();
    const event = anEvent();
    const webhooks = [newName('wh'), newName('wh'), newName('wh')];
    table.disturb(faultsInTurn([undefined, 'applied-then-broken', 'conflict', 'lost']));
    const stored = await Promise.all(
      Array.from({ length: 8 }, () => table.store(webhooks, START, { account, event })),
    );
    expect(stored.flat()).toHaveLength(3);
    // A webhook that is registered later gets no delivery.
    const late = newName('wh');
    expect(await table.store([...webhooks, late], START, { account, event })).toEqual([]);
    for (const webhook of webhooks) expect(await listed(webhook)).toHaveLength(1);
    expect(await listed(late)).toEqual([]);
  });

  it('can have 50 deliveries and a payload of the maximum size', async () => {
    const webhooks = Array.from({ length: 50 }, () => newName('wh'));
    const event = anEvent({ text: randomBytes(MAX_MESSAGE_BYTES / 2).toString('hex') });
    expect(await table.store(webhooks, START, { event })).toHaveLength(50);
  });
});

describe('the list of deliveries', () => {
  const COUNT = 160;
  const account = newAccount();
  const webhookId = newName('wh');
  /** Newest first. */
  let all: readonly Delivery[];

  beforeAll(async () => {
    await table.admit(START, { account });
    const made: Delivery[] = [];
    for (let number = 0; number < COUNT; number++) {
      // Two of each minute.
      const at = minutes(Math.floor(number / 2));
      const event = anEvent({ number }, EVENT_NAMES[number % 3]);
      const { deliveryId } = await table.admit(at, { account, webhookId, event });
      if (number % 4 === 0) await failDelivery(table, await table.read(deliveryId), 'Test.', at);
      if (number % 4 === 1) {
        const claim = await claimAttempt(table, await table.read(deliveryId), 'https://a.example', at, at);
        const attempt = {
          number: 1,
          startedAt: at.toISOString(),
          url: 'https://a.example',
          responseStatus: 200,
        };
        await recordAttempt(table, claim as StoredDelivery, attempt, { status: 'delivered' });
      }
      made.unshift((await whole(deliveryId))?.delivery as Delivery);
    }
    all = made;
  });

  const anyOf = <Value>(values: readonly Value[]) =>
    fc.option(fc.constantFrom(...values), { nil: undefined });
  const moment = fc.option(
    fc.integer({ min: -10, max: COUNT / 2 + 10 }).map((minute) => minutes(minute)),
    { nil: undefined },
  );

  it('has each delivery of a query once, newest first, over all pages', async () => {
    const queries = fc.record({
      status: anyOf(DELIVERY_STATUSES),
      event: anyOf(EVENT_NAMES.slice(0, 4)),
      since: moment,
      until: moment,
      limit: fc.constantFrom(1, 7, 20, 100),
    });
    await fc.assert(
      fc.asyncProperty(queries, async (given) => {
        const query = Object.fromEntries(
          Object.entries(given).filter(([, value]) => value !== undefined),
        ) as unknown as DeliveryQuery;
        const { status, event, since, until } = query;
        const expected = all.filter(
          (one) =>
            (status === undefined || one.status === status) &&
            (event === undefined || one.event === event) &&
            (since === undefined || one.createdAt >= since.toISOString()) &&
            (until === undefined || one.createdAt < until.toISOString()),
        );
        const found: Delivery[] = [];
        for (let after: string | undefined; ; ) {
          const page = await listDeliveries(table, webhookId, { ...query, cursor: after });
          expect(page.deliveries.length).toBeLessThanOrEqual(query.limit);
          found.push(...page.deliveries);
          after = page.next;
          if (after === undefined) break;
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

// After the list: the ids of a process do not go back in time.
describe('a redelivery', () => {
  const again = (old: Delivery, at = DAYS_29, onlyOnce = false) => redeliver(table, old, at, onlyOnce);

  it('is a new delivery of the same event, with its own attempts, also at the end of the retention', async () => {
    const old = await table.admit(START, { test: true });
    const made = (await again(old)) as Delivery;
    expect(made).toMatchObject({ eventId: old.eventId, attempts: 0, test: true, maxAttempts: 1 });
    expect((await whole(made.deliveryId))?.delivery).toEqual({ ...made, redeliveryOf: old.deliveryId });
    expect((await whole(old.deliveryId))?.delivery.redeliveredBy).toBe(made.deliveryId);
    // Its payload must outlast its attempts.
    expect(await again(old, minutes(55 * 24 * 60))).toBe('payload-gone');
    expect(await listed(old.webhookId)).toHaveLength(2);
  });

  it('is made once by many concurrent calls that allow only one', async () => {
    const old = await table.admit(START);
    table.disturb(faultsInTurn([undefined, 'applied-then-broken', 'conflict', 'lost']));
    const results = await Promise.all(Array.from({ length: 10 }, () => again(old, DAYS_29, true)));
    expect(results.filter((result) => result === 'not-made')).toHaveLength(9);
    expect(await listed(old.webhookId)).toHaveLength(2);
  });

  it('is not made if the record has expired', async () => {
    const old = await table.admit(START);
    const Key = { pk: `D#${old.deliveryId}`, sk: 'state' };
    await table.client.send(new DeleteCommand({ TableName: table.TableName, Key }));
    expect(await again(old, DAYS_29, true)).toBe('not-made');
    expect(await table.item(Key)).toBeUndefined();
  });
});

describe('the counts of attempts', () => {
  it('are by webhook and hour, for concurrent runs together, with latencies rounded up by at most 25%', async () => {
    const webhook = newWebhook(newAccount());
    const attempt = (minute: number, given: Partial<Attempt>): Attempt => ({
      number: 1,
      startedAt: minutes(minute).toISOString(),
      url: 'https://a.example',
      ...given,
    });
    const answered = [1, 40, 90, 101, 4_900].map((durationMs) =>
      attempt(5, { responseStatus: 200, durationMs }),
    );
    const failed = attempt(59, { responseStatus: 503, error: 'status', durationMs: 20 });
    const hung = attempt(61, { error: 'timeout', durationMs: 5_000 });
    await Promise.all([
      countAttempts(table, webhook, answered),
      countAttempts(table, webhook, [failed, hung]),
      countAttempts(table, webhook, [hung]),
    ]);
    const counts = await readAttemptCounts(table, webhook.id, START, minutes(120));
    expect([...counts.keys()].sort()).toEqual([START.getTime(), minutes(60).getTime()]);
    const first = counts.get(START.getTime()) ?? {};
    expect(first).toMatchObject({ attempts: 6, succeeded: 5 });
    expect(latencyOf(first)).toEqual({ average: 859, p50: 48, p95: 5_170 });
    const second = counts.get(minutes(60).getTime()) ?? {};
    expect(second).toEqual({ attempts: 2 });
    expect(latencyOf(second)).toBeNull();
  });
});
