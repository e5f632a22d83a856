import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Attempt, Delivery } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { countedIn, hoursOf } from '../counted-attempts.ts';
import {
  admitted,
  type DeliveriesUnderTest,
  faultsInTurn,
  newAccount,
  newName,
  startDeliveries,
} from '../deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const URL = 'https://receiver.example/hooks';
const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

/** Makes and records one attempt; returns what the log contains. */
async function attempted(delivery: Delivery, at: Date, result: Partial<Attempt>): Promise<Attempt> {
  const claimed = await table.attempts.claim(delivery, URL, at, () => new Date(at.getTime() + 310_000));
  if (claimed.outcome !== 'claimed') throw new Error(`not claimed: ${claimed.outcome}`);
  const attempt: Attempt = { number: 1, startedAt: at.toISOString(), url: URL, ...result };
  await table.attempts.record(claimed.claim, attempt, { status: 'delivered' });
  return attempt;
}

const anyResult = fc.oneof(
  fc.record({ status: fc.constant(200), durationMs: fc.nat(7_000) }),
  fc.record({ status: fc.constant(503), error: fc.constant('status' as const), durationMs: fc.nat(7_000) }),
  fc.record({ error: fc.constant('timeout' as const), durationMs: fc.constant(5_000) }),
);

describe('the counts of attempts', () => {
  it('equal the attempts of many deliveries by hour, recorded at once while transactions conflict', async () => {
    const results = fc.array(fc.tuple(fc.nat(4 * HOUR_MS), anyResult), { minLength: 5, maxLength: 60 });
    const faults = ['conflict', undefined, 'applied-then-broken', undefined, 'lost'] as const;
    await fc.assert(
      fc.asyncProperty(results, fc.nat(faults.length - 1), async (attempts, first) => {
        const [account, webhookId] = [newAccount(), newName('wh')];
        const made = await Promise.all(
          attempts.map(async ([afterMs, result]) => ({
            delivery: await admitted(table, START, { account, webhookId }),
            at: new Date(START.getTime() + afterMs),
            result,
          })),
        );
        table.disturb(faultsInTurn([...faults.slice(first), ...faults.slice(0, first)]));
        const log = await Promise.all(
          made.map(({ delivery, at, result }) => attempted(delivery, at, result)),
        );
        table.disturb(() => undefined);

        expect(await countedIn(table, { webhookId })).toEqual(hoursOf(log));
      }),
      { numRuns: 10 },
    );
  });

  it('spread over several items after a conflict', async () => {
    const webhookId = newName('wh');
    const deliveries = await Promise.all(
      Array.from({ length: 12 }, () => admitted(table, START, { webhookId })),
    );
    let conflicts = 0;
    table.disturb(({ operation }) =>
      operation === 'TransactWriteItems' && conflicts++ === 0 ? 'conflict' : undefined,
    );

    for (const delivery of deliveries) await attempted(delivery, START, { status: 200, durationMs: 5 });

    expect((await table.items(`HEALTH#${webhookId}`)).length).toBeGreaterThan(5);
    expect(await countedIn(table, { webhookId })).toMatchObject({ [START.toISOString()]: { attempts: 12 } });
  });

  it('are of one webhook, and of the requested hours only', async () => {
    const [first, second] = [await admitted(table, START), await admitted(table, START)];
    const at = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
    await attempted(first, at(0), { status: 200, durationMs: 5 });
    await attempted(second, at(1), { status: 200, durationMs: 7 });

    const hours = async (delivery: Delivery, from: number, to: number) =>
      Object.keys(await countedIn(table, delivery, [at(from), at(to)]));

    expect(await hours(first, -5, 5)).toEqual([at(0).toISOString()]);
    expect(await hours(second, 1, 1)).toEqual([at(1).toISOString()]);
    expect(await hours(second, 2, 5)).toEqual([]);
    expect(await hours(second, -5, 0)).toEqual([]);
  });

  it('belong to the organization, and expire a day after the deliveries of their hour', async () => {
    const account = newAccount();
    const delivery = await admitted(table, START, { account });
    await attempted(delivery, START, { status: 200, durationMs: 5 });

    expect(await table.items(`HEALTH#${delivery.webhookId}`)).toEqual([
      expect.objectContaining({ ...account, ttl: START.getTime() / 1000 + 31 * DAY_SECONDS }),
    ]);
  });
});
