import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DELIVERY_STATUSES, type Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import type { DeliveryQuery } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { EVENT_NAMES } from '../../../../shared/webhooks/events/event-names.ts';
import {
  admitted,
  anEvent,
  type DeliveriesUnderTest,
  newAccount,
  newName,
  startDeliveries,
} from './deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const MINUTE_MS = 60_000;
const COUNT = 240;
const minutes = (count: number) => new Date(START.getTime() + count * MINUTE_MS);

const account = newAccount();
const webhookId = newName('wh');

let table: DeliveriesUnderTest;
/** Newest first. */
let all: readonly Delivery[];

async function grown(number: number): Promise<Delivery> {
  // Two of each minute.
  const at = minutes(Math.floor(number / 2));
  const event = anEvent({ number }, EVENT_NAMES[number % 3]);
  const delivery = await admitted(table, at, { account, webhookId, event });
  if (number % 4 === 0) await table.attempts.fail(delivery, 'Test.', at);
  if (number % 4 === 1) {
    const claimed = await table.attempts.claim(delivery, 'https://a.example', at, () => at);
    if (claimed.outcome !== 'claimed') throw new Error('not claimed');
    const attempt = { number: 1, startedAt: at.toISOString(), url: 'https://a.example', status: 200 };
    await table.attempts.record(claimed.claim, attempt, { status: 'delivered' });
  }
  const found = await table.records.get(delivery.deliveryId);
  if (found === undefined) throw new Error('not kept');
  return found;
}

beforeAll(async () => {
  table = await startDeliveries();
  await admitted(table, START, { account });
  const made: Delivery[] = [];
  for (let number = 0; number < COUNT; number++) made.unshift(await grown(number));
  all = made;
});
afterAll(() => table.stop());

/** The same query in memory. */
function expected({ status, event, since, until }: Omit<DeliveryQuery, 'limit'>): readonly Delivery[] {
  return all.filter(
    (delivery) =>
      (status === undefined || delivery.status === status) &&
      (event === undefined || delivery.event === event) &&
      (since === undefined || delivery.createdAt >= since.toISOString()) &&
      (until === undefined || delivery.createdAt < until.toISOString()),
  );
}

/** All pages, by the cursors. */
async function pages(query: DeliveryQuery): Promise<readonly (readonly Delivery[])[]> {
  const found: (readonly Delivery[])[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.records.list(webhookId, after === undefined ? query : { ...query, after });
    found.push(page.deliveries);
    after = page.next;
    if (after === undefined) return found;
  }
}

const moment = fc.option(
  fc.integer({ min: -10, max: COUNT / 2 + 10 }).map((minute) => minutes(minute)),
  { nil: undefined },
);
const anyOf = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

describe('the list of the deliveries of a webhook', () => {
  it('equals the list in memory, newest first, for every filter and page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOf(DELIVERY_STATUSES),
        anyOf([...EVENT_NAMES.slice(0, 4)]),
        moment,
        moment,
        fc.constantFrom(1, 7, 20, 60, 80, 100),
        async (status, event, since, until, limit) => {
          fc.pre(limit > 1 || status !== undefined);
          const filter = {
            ...(status && { status }),
            ...(event && { event }),
            ...(since && { since }),
            ...(until && { until }),
          };

          const found = await pages({ ...filter, limit });

          const wanted = expected(filter);
          expect(found.flat()).toEqual(wanted);
          // Only the last page may be short or empty.
          expect(found.length).toBe(Math.max(1, Math.ceil(wanted.length / limit)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([[20], [60], [100], [240]])(
    'ends without a cursor if the last page is full (%i)',
    async (limit) => {
      const whole = await pages({ limit });
      expect(whole.flat()).toEqual(all);
      expect(whole.length).toBe(Math.ceil(COUNT / limit));
    },
  );

  it('continues from a cursor while deliveries are added and changed', async () => {
    const other = newName('wh');
    const made: string[] = [];
    for (let number = 0; number < 6; number++) {
      made.unshift((await admitted(table, minutes(number), { account, webhookId: other })).deliveryId);
    }
    const first = await table.records.list(other, { limit: 3 });

    await admitted(table, minutes(100), { account, webhookId: other });
    const changing = await table.records.get(made[4] ?? '');
    if (changing === undefined || first.next === undefined) throw new Error('there are six');
    await table.attempts.fail(changing, 'Test.', minutes(100));
    const second = await table.records.list(other, { limit: 3, after: first.next });

    expect(
      [first, second].flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId)),
    ).toEqual(made);
    expect(second.next).toBeUndefined();
  });

  it('is empty for an empty time range, a range outside of all ids, and an unknown webhook', async () => {
    const lists = [
      table.records.list(webhookId, { limit: 5, since: minutes(60), until: minutes(60) }),
      table.records.list(webhookId, { limit: 5, until: new Date('0001-01-01T00:00:00.000Z') }),
      table.records.list(webhookId, { limit: 5, since: new Date('9999-12-31T00:00:00.000Z') }),
      table.records.list(newName('wh'), { limit: 5 }),
    ];
    for (const list of lists) expect(await list).toEqual({ deliveries: [] });
  });
});
