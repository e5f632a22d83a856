import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Attempt, Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import type { AttemptOutcome, Claim } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import type { WireFault } from '../../../support/lossy-dynamodb.ts';
import type { DeliveriesUnderTest } from './deliveries-under-test.ts';

/** The expected delivery, and the claims of its senders. */
export interface DeliveryModel {
  delivery: Delivery;
  readonly log: Attempt[];
  now: Date;
  /** The valid claim. */
  held?: Claim & { readonly at: Date };
  /** All claims: any of them may still be recorded. */
  readonly claims: Claim[];
}

type Step = (model: DeliveryModel, table: DeliveriesUnderTest) => Promise<void>;

const URL = 'https://receiver.example/hooks';

/** Seconds until a claim without an outcome is due. */
const LOST_SECONDS = 310;

export const anAttempt = (number: number, at: Date, url: string): Attempt => ({
  number,
  startedAt: at.toISOString(),
  durationMs: 120,
  url,
  status: 503,
  error: 'status',
  detail: 'The receiver answered 503.',
});

export const modelOf = (delivery: Delivery, now: Date): DeliveryModel => ({
  delivery,
  log: [],
  now,
  claims: [],
});

const isDue = ({ delivery, now }: DeliveryModel) => now.toISOString() >= (delivery.dueAt ?? '');

function cutOff(model: DeliveryModel): void {
  const { held, log } = model;
  if (held === undefined) return;
  log.push({
    number: held.number,
    startedAt: held.at.toISOString(),
    url: URL,
    error: 'interrupted',
    detail: expect.any(String) as unknown as string,
  });
  delete model.held;
}

function end(model: DeliveryModel, status: 'delivered' | 'failed', reason?: string): void {
  const { dueAt: _, ...rest } = model.delivery;
  model.delivery = { ...rest, status, ...(reason === undefined ? {} : { reason }) };
  delete model.held;
}

const pass =
  (seconds: number): Step =>
  async (model) => {
    model.now = new Date(model.now.getTime() + seconds * 1000);
  };

/** @param madeBefore attempts in an outdated message. */
const claim =
  (madeBefore: number): Step =>
  async (model, { attempts }) => {
    const { delivery, now } = model;
    const message = { ...delivery, attempts: madeBefore };
    const lost = new Date(now.getTime() + LOST_SECONDS * 1000);

    const result = await attempts.claim(message, URL, now, () => lost);

    if (delivery.status !== 'pending') expect(result.outcome).toBe('over');
    else if (!isDue(model)) {
      expect(result).toEqual({ outcome: 'not-due', dueAt: delivery.dueAt, attempts: delivery.attempts });
    } else if (delivery.attempts >= delivery.maxAttempts) {
      expect(result.outcome).toBe('no-attempts-left');
      cutOff(model);
      end(model, 'failed', expect.any(String) as unknown as string);
    } else {
      cutOff(model);
      const number = delivery.attempts + 1;
      model.delivery = { ...delivery, attempts: number, dueAt: lost.toISOString() };
      expect(result).toEqual({
        outcome: 'claimed',
        claim: { delivery: model.delivery, number, claimId: expect.any(String) },
      });
      if (result.outcome !== 'claimed') return;
      model.held = { ...result.claim, at: now };
      model.claims.push(result.claim);
    }
  };

/** A sender records its attempt: the newest, or one that counts as lost. */
const record =
  (back: number, outcomeAt: (now: Date) => AttemptOutcome): Step =>
  async (model, { attempts }) => {
    const recorded = model.claims.at(-1 - back);
    if (recorded === undefined) return;
    const outcome = outcomeAt(model.now);
    const attempt = anAttempt(recorded.number, model.now, URL);
    const counts = recorded.claimId === model.held?.claimId;
    const logged = model.log.some(
      ({ number, error }) => number === recorded.number && error !== 'interrupted',
    );

    expect(await attempts.record(recorded, attempt, outcome)).toBe(counts || logged);

    if (!counts) return;
    model.log.push(attempt);
    model.delivery = {
      ...model.delivery,
      lastAttemptAt: attempt.startedAt,
      ...(attempt.status === undefined ? {} : { lastStatus: attempt.status }),
    };
    if (outcome.status === 'pending') {
      model.delivery = { ...model.delivery, dueAt: outcome.dueAt.toISOString() };
      delete model.held;
    } else end(model, outcome.status, outcome.status === 'failed' ? outcome.reason : undefined);
  };

const fail: Step = async (model, { attempts }) => {
  const pending = model.delivery.status === 'pending';
  const may = pending && (model.held === undefined || isDue(model));

  expect(await attempts.fail(model.delivery, 'The webhook was deleted.', model.now)).toBe(may);

  if (!may) return;
  cutOff(model);
  end(model, 'failed', 'The webhook was deleted.');
};

const defer: Step = async (model, { newDeferredDeliveries }) => {
  const may = model.delivery.status === 'pending' && isDue(model);

  expect(await newDeferredDeliveries().defer(model.delivery, model.now)).toBe(may);
};

const retryIn =
  (seconds: number) =>
  (now: Date): AttemptOutcome => {
    const dueAt = new Date(now.getTime() + seconds * 1000);
    return { status: 'pending', dueAt, nextCheckAt: dueAt };
  };

const FAULTS: readonly WireFault[] = [undefined, undefined, 'lost', 'applied-then-broken', 'conflict'];

/** Steps of senders in any order, some of them interrupted or late. */
export const stepsOf = () =>
  fc.array(
    fc.record({
      fault: fc.constantFrom(...FAULTS),
      step: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(0, 5, 300, 310, 1_000).map(pass) },
        { weight: 6, arbitrary: fc.nat(6).map(claim) },
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
        {
          weight: 1,
          arbitrary: fc.constant(record(0, () => ({ status: 'failed', reason: 'All of them failed.' }))),
        },
        { weight: 1, arbitrary: fc.constant(fail) },
        { weight: 1, arbitrary: fc.constant(defer) },
      ),
    }),
    { minLength: 3, maxLength: 30 },
  );
