import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import type { Webhook } from '../../store/webhook.ts';
import type { WebhookHealth } from '../../store/webhook-store.ts';
import type { DeliveryHint } from '../delivery.ts';
import { drainMessage, hintMessage } from '../delivery-messages.ts';
import type { DeliveryAttempts, Parking, Slots } from '../delivery-ports.ts';
import type { Attempted } from './attempt-delivery.ts';
import type { DeliveryStops } from './delivery-stops.ts';
import { createGiveUpOverdue } from './fail-overdue-delivery.ts';
import { createSlotPool, type SlotPool } from './in-flight-leases.ts';
import { createWorkOffParked } from './send-deferred-deliveries.ts';
import { throttlePerKey } from './throttle-per-key.ts';
import { createRememberedWebhooks } from './webhook-cache.ts';

/**
 * The road of a run. `prompt`: first attempts at receivers that answer quickly; whatever may take time is handed to the
 * other road at once, so that nobody waits behind it. `patient`: retries, slow receivers, and parked deliveries.
 */
export type Lane = 'prompt' | 'patient';

/** Deliveries of an organization in flight at once (interface specification, section 8). */
export const MOST_IN_FLIGHT = 100;

/** The prompt road takes no places where all roads together would have more: the others are left to the patient one. */
const PROMPT_LIMIT = 60;

/**
 * Places that a run of the prompt road takes at least, as many as one of the shards of places has for it beside some
 * of the patient road. So four runs at once are all that receivers of an organization can hold up when they begin to
 * hang, however few deliveries each run has.
 */
const PROMPT_SHARE = 10;

/** A run begins no further attempt when less time is left: the longest attempt and its writes. */
const LAST_START_MS = 12_000;

/** A run works off parked deliveries no longer than this: others wait for it to end. */
const DRAIN_FOR_MS = 10_000;

/** The prompt road tells of an organization's parked deliveries no more often: who has its other places works them off. */
const TOLD_APART_MS = 5_000;

/** Leases outlive the run that holds them by this, and free themselves. */
const LEASE_BEYOND_MS = 5_000;

export interface DeliverBatchParts {
  readonly lane: Lane;
  readonly attempt: (hint: DeliveryHint, webhook: Webhook, tooLate: () => boolean) => Promise<Attempted>;
  readonly webhooks: Pick<WebhookHealth, 'get'>;
  readonly attempts: Pick<DeliveryAttempts, 'fail'>;
  readonly slots: Slots;
  readonly parking: Parking;
  readonly isStopped: DeliveryStops;
  readonly retries: MessageQueue;
  readonly now: () => Date;
  /** Counts a delivery that was given up for a reason of ours. */
  readonly countGivenUp: () => void;
}

/** What a run is called with. */
export interface Batch {
  readonly hints: readonly DeliveryHint[];
  /** Organizations whose parked deliveries may be worked off. */
  readonly drains: readonly string[];
  readonly remainingMs: () => number;
}

/** Works off hints, each on its own; returns those that our own failure left undone, to come again. */
export function createDeliverBatch(parts: DeliverBatchParts) {
  const { lane, attempt, attempts, slots, parking, isStopped, retries, now, countGivenUp } = parts;
  const limit = lane === 'prompt' ? PROMPT_LIMIT : MOST_IN_FLIGHT;
  const giveUpOverdue = createGiveUpOverdue({ attempts, now, count: countGivenUp });
  const mayTell = throttlePerKey(TOLD_APART_MS, now);

  return async ({ hints, drains, remainingMs }: Batch): Promise<readonly DeliveryHint[]> => {
    const undone: DeliveryHint[] = [];
    const until = new Date(now().getTime() + remainingMs() + LEASE_BEYOND_MS);
    const drainUntil = Math.max(remainingMs() - DRAIN_FOR_MS, LAST_START_MS);
    const tooLate = () => remainingMs() < LAST_START_MS;
    const lookUp = createRememberedWebhooks(parts.webhooks);

    /** Nothing that fails here may take others with it. */
    const safely = async (hint: DeliveryHint, task: () => Promise<unknown>): Promise<void> => {
      try {
        await task();
      } catch (error) {
        const { orgId, deliveryId } = hint;
        log('error', LOG.deliveryUnfinished, { orgId, deliveryId, ...describeError(error) });
        if (!(await giveUpOverdue(hint).catch(() => false))) undone.push(hint);
      }
    };

    /** No message of the batch stands for it: the sweep tells of parked deliveries every minute. */
    const besides = async (orgId: string, task: () => Promise<void>): Promise<void> => {
      try {
        await task();
      } catch (error) {
        log('error', LOG.deliveryUnfinished, { orgId, ...describeError(error) });
      }
    };

    const handOver = async (over: readonly DeliveryHint[]): Promise<void> => {
      if (over.length === 0) return;
      const failed = await retries.send(over.map((hint) => hintMessage(hint)));
      undone.push(...over.filter((_, position) => failed.includes(position)));
    };

    /** What this run has no time for is for another one, without waiting until its message is visible again. */
    const deliver = (hint: DeliveryHint, webhook: Webhook, pool: SlotPool): Promise<void> =>
      safely(hint, async () => {
        const { outcome } = await attempt(hint, webhook, tooLate);
        if (outcome === 'late') await handOver([hint]);
      }).finally(() => pool.release());

    /** Ends what is for nobody; the webhook of the others. */
    const receiverOf = async (hint: DeliveryHint): Promise<Webhook | undefined> => {
      const webhook = await lookUp(hint);
      if (webhook?.enabled) return webhook;
      const reason = webhook === undefined ? 'The webhook was deleted.' : 'The webhook is disabled.';
      await attempts.fail(hint, reason, now());
      return undefined;
    };

    const parkAll = (hintsToPark: readonly DeliveryHint[]): Promise<unknown> =>
      Promise.all(hintsToPark.map((hint) => safely(hint, () => parking.park(hint, now()))));

    const workOffParked = createWorkOffParked({
      parking,
      isStopped,
      retries,
      receiverOf,
      giveUpOverdue,
      attempt: (hint, webhook) => attempt(hint, webhook, tooLate),
      timeIsUp: () => remainingMs() < drainUntil,
    });

    const workOff = async (orgId: string, ofOrganization: readonly DeliveryHint[]): Promise<void> => {
      // The sweep has them worked off once the organization is stopped no longer.
      if (await isStopped(orgId)) return void (await parkAll(ofOrganization));
      const pool = createSlotPool({ slots, orgId, until, now, limit });
      const ready: { hint: DeliveryHint; webhook: Webhook }[] = [];
      await Promise.all(
        ofOrganization.map((hint) =>
          safely(hint, async () => {
            const webhook = await receiverOf(hint);
            if (webhook !== undefined) ready.push({ hint, webhook });
          }),
        ),
      );
      const isSlow = ({ webhook }: { webhook: Webhook }) => (webhook.slowUntil ?? '') > now().toISOString();
      const here = lane === 'prompt' ? ready.filter((one) => !isSlow(one)) : ready;
      const slow = lane === 'prompt' ? ready.filter(isSlow).map(({ hint }) => hint) : [];
      // All or none: a few places in each of many runs would hold all of these behind one slow receiver, and cost a
      // write for each piece. What is parked is worked off in whole pieces.
      const wanted = lane === 'prompt' ? Math.max(here.length, PROMPT_SHARE) : here.length;
      const got = here.length === 0 ? 0 : await pool.take(wanted, wanted);
      const without = here.slice(got).map(({ hint }) => hint);
      await Promise.all([
        ...here.slice(0, got).map(({ hint, webhook }) => deliver(hint, webhook, pool)),
        lane === 'prompt' ? handOver([...slow, ...without]) : parkAll(without),
      ]);
      for (let spare = here.length; spare < got; spare++) pool.release();
      await pool.settled();
      // Asked after a slot was given back, or something was parked: one of two who meet sees the other.
      await besides(orgId, async () => {
        if (!(await parking.mayHaveParked(orgId))) return;
        if (lane === 'patient') await workOffParked(orgId, pool);
        else if (got > 0 && mayTell(orgId)) await retries.send([drainMessage(orgId)]);
      });
    };

    const byOrganization = Map.groupBy(hints, ({ orgId }) => orgId);
    await Promise.all([
      ...[...byOrganization].map(([orgId, own]) =>
        workOff(orgId, own).catch((error: unknown) => {
          undone.push(...own);
          log('error', LOG.deliveryUnfinished, { orgId, ...describeError(error) });
        }),
      ),
      ...[...new Set(drains)].map((orgId) =>
        besides(orgId, () =>
          workOffParked(orgId, createSlotPool({ slots, orgId, until, now, limit: MOST_IN_FLIGHT })),
        ),
      ),
    ]);
    return undone;
  };
}
