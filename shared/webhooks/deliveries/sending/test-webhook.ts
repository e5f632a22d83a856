import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, refuse, succeed } from '../../../platform/http/outcome.ts';
import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { EventEnvelope } from '../../events/event-message.ts';
import type { EventName } from '../../events/event-names.ts';
import type { CallLimit } from '../../limits/call-limit.ts';
import type { SendBudget } from '../../limits/send-budget.ts';
import type { Webhook } from '../../store/webhook.ts';
import { invalidWebhook } from '../../store/webhook-refusals.ts';
import type { DeliveryHint } from '../delivery.ts';
import type {
  DeliveryAttempts,
  DeliveryIntake,
  DeliveryRecords,
  SlotLease,
  Slots,
} from '../delivery-ports.ts';
import { describeWhole, type WholeDeliveryAnswer } from '../log/delivery-document.ts';
import {
  ALL_IN_FLIGHT,
  DELIVERIES_STOPPED,
  TOO_MANY_REQUESTS,
  TOO_MANY_REQUESTS_HEADERS,
} from '../log/delivery-refusals.ts';
import { findWebhook, type WebhookReader } from '../log/find-delivery.ts';
import type { Attempted } from './attempt-delivery.ts';
import { MOST_IN_FLIGHT } from './deliver-batch.ts';
import type { DeliveryStops } from './delivery-stops.ts';

export interface TestWebhookPorts {
  readonly webhooks: WebhookReader;
  readonly intake: DeliveryIntake;
  readonly attempt: (hint: DeliveryHint, webhook: Webhook) => Promise<Attempted>;
  readonly attempts: Pick<DeliveryAttempts, 'fail'>;
  readonly records: Pick<DeliveryRecords, 'read'>;
  readonly limit: CallLimit;
  readonly slots: Slots;
  readonly budget: Pick<SendBudget, 'takeNow'>;
  readonly isStopped: DeliveryStops;
  readonly sampleEvent: (event: EventName, at: Date) => EventEnvelope;
  readonly now: () => Date;
}

/** The function has ended by then. */
const LEASE_MS = 20_000;

/** An attempt takes no longer. */
const RETRY_AFTER_SECONDS = '5';

/** Which event a test sends: the one asked for, or the first that the webhook is for. */
function readTestEvent(body: unknown, { events }: Webhook): Outcome<EventName> {
  const asked = body === undefined ? {} : body;
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) {
    return refuse(invalidWebhook(['the body must be a JSON object, or be left out']));
  }
  const { event = events[0] }: { event?: unknown } = asked;
  const known = events.find((one) => one === event);
  return known === undefined
    ? refuse(invalidWebhook([`event must be one of the events of this webhook: ${events.join(', ')}`]))
    : succeed(known);
}

/**
 * Sends a sample of one of its events to a webhook, once and at once, also to a disabled one, and answers what came of
 * it: a failure of the receiver is a success of the test.
 */
export function testWebhookUseCase(ports: TestWebhookPorts) {
  const { webhooks, intake, attempt, attempts, records, limit, slots, budget, isStopped, sampleEvent, now } =
    ports;

  const send = async (webhook: Webhook, event: EventName): Promise<string> => {
    const at = now();
    const { pending } = await intake.admit(webhook, sampleEvent(event, at), [webhook.id], at, 'test');
    const [hint] = pending;
    if (hint === undefined) throw new Error('the id of a sample was there before');
    try {
      await attempt(hint, webhook);
    } catch (error) {
      // Nobody waits for it any more.
      await attempts.fail(hint, 'The test could not be made, for a reason of ours.', now());
      throw error;
    }
    return hint.deliveryId;
  };

  const giveBack = (lease: SlotLease) =>
    slots.give(lease, lease.count).catch((error: unknown) => {
      log('warn', LOG.leasesNotReleased, { orgId: lease.orgId, ...describeError(error) });
    });

  const test = async (webhook: Webhook, event: EventName): Promise<Outcome<WholeDeliveryAnswer>> => {
    if (!(await budget.takeNow(webhook, webhook.url))) {
      return refuse(TOO_MANY_REQUESTS, TOO_MANY_REQUESTS_HEADERS);
    }
    const at = now();
    const until = new Date(at.getTime() + LEASE_MS);
    const [lease] = await slots.take(webhook.orgId, 1, MOST_IN_FLIGHT, until, at);
    if (lease === undefined) return refuse(ALL_IN_FLIGHT, { 'Retry-After': RETRY_AFTER_SECONDS });
    try {
      const whole = await records.read(await send(webhook, event));
      if (whole === undefined) throw new Error('the delivery of a test has no record');
      return succeed({ status: 'success', data: describeWhole(whole) });
    } finally {
      await giveBack(lease);
    }
  };

  return async (webhookId: string, body: unknown, caller: Account): Promise<Outcome<WholeDeliveryAnswer>> => {
    const found = await findWebhook(webhooks, webhookId, caller);
    if (!found.ok) return found;
    const webhook = found.body;
    const event = readTestEvent(body, webhook);
    if (!event.ok) return event;
    if (await isStopped(caller.orgId)) return refuse(DELIVERIES_STOPPED);
    return limit(caller.orgId, () => test(webhook, event.body));
  };
}
