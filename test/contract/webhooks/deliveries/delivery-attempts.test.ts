import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Attempt, Delivery, StoredDelivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import {
  type AttemptOutcome,
  claimAttempt,
  failDelivery,
  recordAttempt,
} from '../../../../shared/webhooks/deliveries/delivery-attempts.ts';
import { findDue, readWholeDelivery } from '../../../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import type { WireFault } from '../../../support/lossy-dynamodb.ts';
import { type DeliveriesUnderTest, faultsInTurn, startDeliveries } from './deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const later = (seconds: number, from = START) => new Date(from.getTime() + seconds * 1000);
const URL = 'https://receiver.example/hooks';
const TEXT = expect.any(String) as unknown as string;
/** Seconds until a claim without an outcome is due. */
const LOST_SECONDS = 310;

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

const anAttempt = (number: number, at: Date): Attempt => ({
  number,
  startedAt: at.toISOString(),
  durationMs: 120,
  url: URL,
  responseStatus: 503,
  error: 'status',
  detail: 'The receiver answered 503.',
});

/** The expected delivery, and the claims of its senders. */
interface Model {
  delivery: Delivery;
  readonly log: Attempt[];
  now: Date;
  /** The valid claim. */
  held?: StoredDelivery & { readonly at: Date };
  /** All claims: any of them may still be recorded or given back. */
  readonly claims: StoredDelivery[];
}
type Step = (model: Model) => Promise<void>;

const isDue = ({ delivery, now }: Model) => now.toISOString() >= (delivery.nextAttemptAt ?? '');

function interrupt(model: Model): void {
  const { held } = model;
  if (held === undefined) return;
  const { attempts, at } = held;
  model.log.push({
    number: Number(attempts),
    startedAt: at.toISOString(),
    url: URL,
    error: 'interrupted',
    detail: TEXT,
  });
  const { lastResponseStatus: _, ...rest } = model.delivery;
  model.delivery = { ...rest, lastAttemptAt: at.toISOString() };
  delete model.held;
}

function end(model: Model, status: 'delivered' | 'failed', reason?: string): void {
  const { nextAttemptAt: _, ...rest } = model.delivery;
  model.delivery = { ...rest, status, ...(reason === undefined ? {} : { reason }) };
  delete model.held;
}

const pass =
  (seconds: number): Step =>
  async (model) => {
    model.now = later(seconds, model.now);
  };

const claim: Step = async (model) => {
  const { delivery, now } = model;
  const lost = later(LOST_SECONDS, now);
  const result = await claimAttempt(table, await table.read(delivery.deliveryId), URL, now, lost);
  // A sender claims what is due, and no more than the attempts of a delivery: here, only what is in progress is refused.
  const may = delivery.status === 'pending' && (model.held === undefined || isDue(model));
  if (!may) return void expect(result).toBeUndefined();
  interrupt(model);
  const attempts = delivery.attempts + 1;
  model.delivery = { ...model.delivery, attempts, nextAttemptAt: lost.toISOString() };
  expect(result).toMatchObject({ attempts, claim: { id: TEXT } });
  if (result === undefined) return;
  model.held = { ...result, at: now };
  model.claims.push(result);
};

/** A sender records its attempt: the newest, or one that counts as lost. */
const record =
  (back: number, outcomeAt: (now: Date) => AttemptOutcome): Step =>
  async (model) => {
    const recorded = model.claims.at(-1 - back);
    if (recorded === undefined) return;
    const outcome = outcomeAt(model.now);
    const number = Number(recorded.attempts);
    const attempt = anAttempt(number, model.now);
    const counts = recorded.claim?.id === model.held?.claim?.id;
    const logged = model.log.some((one) => one.number === number && one.error !== 'interrupted');
    expect(await recordAttempt(table, recorded, attempt, outcome)).toBe(counts || logged);
    if (!counts) return;
    model.log.push(attempt);
    model.delivery = { ...model.delivery, lastAttemptAt: attempt.startedAt, lastResponseStatus: 503 };
    if (outcome.status !== 'pending') return end(model, outcome.status, outcome.reason);
    model.delivery = { ...model.delivery, ...outcome };
    delete model.held;
  };

const fail: Step = async (model) => {
  const { held, delivery, now } = model;
  const may = delivery.status === 'pending' && (held === undefined || now >= later(15, held.at));
  const reason = 'The webhook was deleted.';
  const item = await table.read(model.delivery.deliveryId);
  expect(await failDelivery(table, item, reason, model.now)).toBe(may);
  if (!may) return;
  interrupt(model);
  end(model, 'failed', reason);
};

const retryIn =
  (seconds: number) =>
  (now: Date): AttemptOutcome => ({ status: 'pending', nextAttemptAt: later(seconds, now).toISOString() });

const FAULTS: readonly WireFault[] = [undefined, undefined, 'lost', 'applied-then-broken', 'conflict'];
const always = (weight: number, step: Step) => ({ weight, arbitrary: fc.constant(step) });

/** Steps of senders in any order, some of them interrupted or late. */
const STEPS = fc.array(
  fc.record({
    fault: fc.constantFrom(...FAULTS),
    step: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(0, 5, 15, 300, 310, 1_000).map(pass) },
      always(6, claim),
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(0, 0, 0, 1, 2), fc.constantFrom(0, 300, 900))
          .map(([back, seconds]) => record(back, retryIn(seconds))),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(0, 1).map((back) => record(back, () => ({ status: 'delivered' }))),
      },
      always(
        1,
        record(0, () => ({ status: 'failed', reason: 'All of them failed.' })),
      ),
      always(1, fail),
    ),
  }),
  { minLength: 3, maxLength: 30 },
);

describe('the attempts of a delivery', () => {
  it('are claimed by exactly one of many concurrent senders, first and again, on a wire that loses responses', async () => {
    const { deliveryId } = await table.admit(START);
    for (const [attempts, at] of [
      [1, START],
      [2, later(LOST_SECONDS)],
    ] as const) {
      const read = await table.read(deliveryId);
      table.disturb(faultsInTurn([undefined, 'applied-then-broken', 'lost']));
      const claim = () => claimAttempt(table, read, URL, at, later(LOST_SECONDS, at));
      const claimed = (await Promise.all(Array.from({ length: 20 }, claim))).filter(
        (one) => one !== undefined,
      );
      expect(claimed).toMatchObject([{ attempts }]);
      expect((await table.read(deliveryId)).claim).toEqual(claimed[0]?.claim);
    }
  });

  it('follow the model through any steps, on a wire that loses requests and responses', async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const delivery = await table.admit(START);
        const model: Model = { delivery, log: [], now: START, claims: [] };
        try {
          for (const { fault, step } of steps) {
            table.disturb(faultsInTurn([fault, undefined]));
            await step(model);
          }
        } finally {
          table.disturb(() => undefined);
        }
        const found = await readWholeDelivery(table, delivery.deliveryId);
        expect(found?.delivery).toEqual(model.delivery);
        expect(found?.log).toEqual(model.log);
        // Pending deliveries, and only they, are in the index that the sweep reads.
        const due = await findDue(table, delivery.webhookId, undefined, 10);
        expect(due).toEqual(model.delivery.status === 'pending' ? [delivery.deliveryId] : []);
      }),
      { numRuns: 60 },
    );
  });
});
