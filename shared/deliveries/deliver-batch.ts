import { describeError, log } from '../logging/log.ts';
import { LOG } from '../logging/log-messages.ts';
import type { MessageQueue } from '../queues/message-queue.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { WebhookHealth } from '../webhooks/webhook-store.ts';
import type { Attempted } from './attempt-delivery.ts';
import type { DeliveryHint } from './delivery.ts';
import { drainMessage, hintMessage } from './delivery-messages.ts';
import type { DeliveryAttempts, Parking, Slots } from './delivery-ports.ts';
import { createParkedSupply } from './parked-supply.ts';
import { createSlotPool, type SlotPool } from './slot-pool.ts';

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

/** Places that one run takes to work off parked deliveries. */
const DRAIN_WIDTH = 25;

/** A run begins no further attempt when less time is left: the longest attempt and its writes. */
const LAST_START_MS = 12_000;

/** A run works off parked deliveries no longer than this: others wait for it to end. */
const DRAIN_FOR_MS = 10_000;

/** Leases outlive the run that holds them by this, and free themselves. */
const LEASE_BEYOND_MS = 5_000;

export interface DeliverBatchParts {
  readonly lane: Lane;
  readonly attempt: (hint: DeliveryHint, webhook: Webhook) => Promise<Attempted>;
  readonly webhooks: Pick<WebhookHealth, 'get'>;
  readonly attempts: Pick<DeliveryAttempts, 'fail'>;
  readonly slots: Slots;
  readonly parking: Parking;
  readonly retries: MessageQueue;
  readonly now: () => Date;
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
  const { lane, attempt, attempts, slots, parking, retries, now } = parts;

  return async ({ hints, drains, remainingMs }: Batch): Promise<readonly DeliveryHint[]> => {
    const undone: DeliveryHint[] = [];
    const until = new Date(now().getTime() + remainingMs() + LEASE_BEYOND_MS);
    const drainUntil = remainingMs() - DRAIN_FOR_MS;
    const lookUp = rememberedWebhooks(parts.webhooks);

    /** Nothing that fails here may take others with it. */
    const safely = async (hint: DeliveryHint, task: () => Promise<unknown>): Promise<void> => {
      try {
        await task();
      } catch (error) {
        undone.push(hint);
        const { orgId, deliveryId } = hint;
        log('error', LOG.deliveryUnfinished, { orgId, deliveryId, ...describeError(error) });
      }
    };

    const handOver = async (over: readonly DeliveryHint[]): Promise<void> => {
      if (over.length === 0) return;
      const failed = await retries.send(over.map((hint) => hintMessage(hint)));
      undone.push(...over.filter((_, position) => failed.includes(position)));
    };

    const deliver = (hint: DeliveryHint, webhook: Webhook, pool: SlotPool): Promise<void> =>
      safely(hint, () => attempt(hint, webhook)).finally(() => pool.release());

    /** Ends what is for nobody; the webhook of the others. */
    const receiverOf = async (hint: DeliveryHint): Promise<Webhook | undefined> => {
      const webhook = await lookUp(hint);
      if (webhook?.enabled) return webhook;
      const reason = webhook === undefined ? 'The webhook was deleted.' : 'The webhook is disabled.';
      await attempts.fail(hint, reason, now());
      return undefined;
    };

    const drain = async (orgId: string, pool: SlotPool, width: number): Promise<void> => {
      const supply = createParkedSupply(
        parking,
        orgId,
        () => remainingMs() < Math.max(drainUntil, LAST_START_MS),
      );
      const work = async (): Promise<void> => {
        try {
          for (let hint = await supply.next(); hint; hint = await supply.next()) {
            const parked = hint;
            // Not among the undone: no message of this batch stands for it, and the sweep finds it.
            await receiverOf(parked).then((webhook) => webhook && attempt(parked, webhook));
          }
        } finally {
          pool.release();
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: width }, work));
      for (const { status, reason } of ended as PromiseRejectedResult[]) {
        if (status === 'rejected') log('error', LOG.deliveryUnfinished, { orgId, ...describeError(reason) });
      }
      await pool.settled();
      if (supply.cutShort()) await retries.send([drainMessage(orgId)]);
    };

    const workOff = async (orgId: string, ofOrganization: readonly DeliveryHint[]): Promise<void> => {
      const pool = createSlotPool({
        slots,
        orgId,
        until,
        now,
        limit: lane === 'prompt' ? PROMPT_LIMIT : MOST_IN_FLIGHT,
      });
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
      // All or none on the prompt road: a few places in each of many runs would hold them all behind one slow receiver.
      const wanted = lane === 'prompt' ? Math.max(here.length, PROMPT_SHARE) : here.length;
      const got = here.length === 0 ? 0 : await pool.take(wanted, lane === 'prompt');
      const without = here.slice(got).map(({ hint }) => hint);
      await Promise.all([
        ...here.slice(0, got).map(({ hint, webhook }) => deliver(hint, webhook, pool)),
        ...(lane === 'prompt'
          ? [handOver([...slow, ...without])]
          : without.map((hint) => safely(hint, () => parking.park(hint, now())))),
      ]);
      for (let spare = here.length; spare < got; spare++) pool.release();
      await pool.settled();
      // Asked after a slot was given back, or something was parked: one of two who meet sees the other.
      if (!(await parking.mayHaveParked(orgId))) return;
      if (lane === 'patient') await drain(orgId, pool, await pool.take(DRAIN_WIDTH));
      else if (got > 0) await retries.send([drainMessage(orgId)]);
    };

    const byOrganization = Map.groupBy(hints, ({ orgId }) => orgId);
    await Promise.all([
      ...[...byOrganization].map(([orgId, own]) =>
        workOff(orgId, own).catch((error: unknown) => {
          undone.push(...own);
          log('error', LOG.deliveryUnfinished, { orgId, ...describeError(error) });
        }),
      ),
      ...[...new Set(drains)].map(async (orgId) => {
        try {
          const pool = createSlotPool({ slots, orgId, until, now, limit: MOST_IN_FLIGHT });
          await drain(orgId, pool, await pool.take(DRAIN_WIDTH));
        } catch (error) {
          // The sweep tells of parked deliveries every minute.
          log('error', LOG.deliveryUnfinished, { orgId, ...describeError(error) });
        }
      }),
    ]);
    return undone;
  };
}

/** Webhooks as they were when a run first asked for them. */
function rememberedWebhooks(webhooks: Pick<WebhookHealth, 'get'>) {
  const asked = new Map<string, Promise<Webhook | undefined>>();
  return ({ webhookId, orgId, mode }: DeliveryHint): Promise<Webhook | undefined> => {
    const known = asked.get(webhookId);
    if (known !== undefined) return known;
    const webhook = webhooks.get({ orgId, mode }, webhookId);
    asked.set(webhookId, webhook);
    return webhook;
  };
}
