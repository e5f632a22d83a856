import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../../platform/http/outcome.ts';
import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { EventEnvelope } from '../../events/event-message.ts';
import type { EventName } from '../../events/event-names.ts';
import type { CallLimit } from '../../limits/call-limit.ts';
import type { SendBudget } from '../../limits/send-budget.ts';
import type { Webhook } from '../../store/webhook.ts';
import { invalidWebhook } from '../../store/webhook-rejections.ts';
import type { DeliveryMessage } from '../delivery.ts';
import type {
  ConcurrencyLimit,
  DeliveryAttempts,
  DeliveryIntake,
  DeliveryRecords,
  InFlightLease,
} from '../delivery-ports.ts';
import { describeWhole, type WholeDeliveryAnswer } from '../listing/delivery-document.ts';
import {
  ALL_IN_FLIGHT,
  DELIVERIES_STOPPED,
  TOO_MANY_REQUESTS,
  UNPROVEN_RECEIVER,
} from '../listing/delivery-rejections.ts';
import { findWebhook, type WebhookReader } from '../listing/find-delivery.ts';
import type { Attempted } from './attempt-delivery.ts';
import { MAX_IN_FLIGHT } from './deliver-batch.ts';
import type { DeliveryStops } from './delivery-stops.ts';

export interface TestWebhookPorts {
  readonly webhooks: WebhookReader;
  readonly intake: DeliveryIntake;
  readonly attempt: (message: DeliveryMessage, webhook: Webhook) => Promise<Attempted>;
  readonly attempts: Pick<DeliveryAttempts, 'fail'>;
  readonly records: Pick<DeliveryRecords, 'read'>;
  readonly limit: CallLimit;
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly budget: Pick<SendBudget, 'takeNow'>;
  readonly isStopped: DeliveryStops;
  readonly sampleEvent: (event: EventName, at: Date) => EventEnvelope;
  readonly now: () => Date;
}

/** Longer than the function may run. */
const LEASE_MS = 20_000;

/** The event of a test: the requested one, or the first event of the webhook. */
function readTestEvent(body: unknown, { events }: Webhook): Outcome<EventName> {
  const requested = body === undefined ? {} : body;
  if (typeof requested !== 'object' || requested === null || Array.isArray(requested)) {
    return reject(invalidWebhook(['the body must be a JSON object, or be left out']));
  }
  const { event = events[0] }: { event?: unknown } = requested;
  const known = events.find((one) => one === event);
  return known === undefined
    ? reject(invalidWebhook([`event must be one of the events of this webhook: ${events.join(', ')}`]))
    : succeed(known);
}

/**
 * Sends a sample event to a webhook at once, with one attempt, and returns the delivery. The webhook may be disabled. A
 * failure of the receiver is a success of the test.
 */
export function testWebhookUseCase(ports: TestWebhookPorts) {
  const {
    webhooks,
    intake,
    attempt,
    attempts,
    records,
    limit,
    concurrencyLimit,
    budget,
    isStopped,
    sampleEvent,
    now,
  } = ports;

  const send = async (webhook: Webhook, event: EventName): Promise<string | undefined> => {
    const at = now();
    const { pending } = await intake.admit(webhook, sampleEvent(event, at), [webhook.id], at, 'test');
    const [message] = pending;
    if (message === undefined) throw new Error('the id of the sample event is not unique');
    try {
      const { outcome } = await attempt(message, webhook);
      if (outcome === 'postponed') {
        // A test is sent now or not at all.
        await attempts.fail(message, 'The receiver has got its requests of this minute.', now());
        return undefined;
      }
    } catch (error) {
      // The caller gets an error, so the delivery must not stay pending.
      await attempts.fail(message, 'The test failed because of an error of the service.', now());
      throw error;
    }
    return message.deliveryId;
  };

  const release = (lease: InFlightLease) =>
    concurrencyLimit.release(lease, lease.count).catch((error: unknown) => {
      log(LOG.leasesNotReleased, { orgId: lease.orgId, ...describeError(error) });
    });

  const test = async (webhook: Webhook, event: EventName): Promise<Outcome<WholeDeliveryAnswer>> => {
    if (!(await budget.takeNow(webhook, webhook.url))) return reject(TOO_MANY_REQUESTS);
    const at = now();
    const until = new Date(at.getTime() + LEASE_MS);
    const [lease] = await concurrencyLimit.acquire(webhook.orgId, 1, MAX_IN_FLIGHT, until, at);
    if (lease === undefined) return reject(ALL_IN_FLIGHT);
    try {
      const deliveryId = await send(webhook, event);
      if (deliveryId === undefined) return reject(UNPROVEN_RECEIVER);
      const whole = await records.read(deliveryId);
      if (whole === undefined) throw new Error('the test delivery has no record');
      return succeed({ status: 'success', data: describeWhole(whole) });
    } finally {
      await release(lease);
    }
  };

  return async (webhookId: string, body: unknown, caller: Account): Promise<Outcome<WholeDeliveryAnswer>> => {
    const found = await findWebhook(webhooks, webhookId, caller);
    if (!found.ok) return found;
    const webhook = found.body;
    const event = readTestEvent(body, webhook);
    if (!event.ok) return event;
    if (await isStopped(caller.orgId)) return reject(DELIVERIES_STOPPED);
    return limit(caller.orgId, () => test(webhook, event.body));
  };
}
