import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import { ATTEMPT_VARIABLES, composeAttempts } from '../../shared/webhooks/deliveries/compose-deliveries.ts';
import { createDeliveryIds, type Delivery } from '../../shared/webhooks/deliveries/delivery.ts';
import {
  describeWhole,
  type WholeDeliveryAnswer,
} from '../../shared/webhooks/deliveries/delivery-document.ts';
import { storeEvent } from '../../shared/webhooks/deliveries/dynamodb-events.ts';
import { readWholeDelivery } from '../../shared/webhooks/deliveries/dynamodb-records.ts';
import { openSecrets } from '../../shared/webhooks/deliveries/send-deliveries.ts';
import type { EventName } from '../../shared/webhooks/events/event-names.ts';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import {
  createCallLimit,
  deliveryPlaces,
  releasePlaces,
  takePlaces,
} from '../../shared/webhooks/limits/places.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import type { Webhook } from '../../shared/webhooks/store/webhook.ts';
import {
  ALL_IN_FLIGHT,
  DELIVERIES_STOPPED,
  invalidWebhook,
  TOO_MANY_REQUESTS,
  UNPROVEN_RECEIVER,
} from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const env = readEnv(ATTEMPT_VARIABLES);
const { table, attempt, webhooks, secrets, gate, isStopped, perMinute, now } = composeAttempts(env);
const limit = createCallLimit(table, 'test', now);
const newDeliveryId = createDeliveryIds();

/** Longer than the function may run. */
const PLACES_MS = 20_000;
/** A test without an outcome by then was interrupted, and fails. */
const INTERRUPTED_MS = 60_000;

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

/** Makes the one attempt. A test is sent now or not at all. */
async function send(webhook: Webhook, event: EventName): Promise<Outcome<WholeDeliveryAnswer>> {
  const { url } = webhook;
  const { resolved, count } = await gate.admit(url, 1);
  if (count === 0) return reject(UNPROVEN_RECEIVER);
  const keys = await openSecrets(secrets, webhook, now());
  const at = now();
  const test = { dueAt: new Date(at.getTime() + INTERRUPTED_MS) };
  const sample = sampleEvent(event, at);
  const { pending } = await storeEvent(table, webhook, sample, [webhook.id], newDeliveryId, at, test);
  const [delivery] = pending as [Delivery];
  const attempted = await attempt({ ...delivery }, { url, resolved, secrets: keys });
  if (attempted === undefined) throw new Error('the test was not sent');
  const whole = await readWholeDelivery(table, delivery.deliveryId);
  if (whole === undefined) throw new Error('the test delivery has no record');
  return succeed({ status: 'success', data: describeWhole(whole) });
}

/** Takes a place of the organization for the attempt. */
async function test(webhook: Webhook, event: EventName): Promise<Outcome<WholeDeliveryAnswer>> {
  const at = now();
  const until = new Date(at.getTime() + PLACES_MS);
  const places = await takePlaces(table, deliveryPlaces(webhook, 1, until, perMinute), at);
  if (places === 'minute') return reject(TOO_MANY_REQUESTS);
  if (typeof places === 'string') return reject(ALL_IN_FLIGHT);
  try {
    return await send(webhook, event);
  } finally {
    await releasePlaces(table, places);
  }
}

/**
 * Sends a sample event to a webhook at once, and returns the delivery. The webhook may be disabled. A failure of the
 * receiver is a success of the test.
 */
export const handler = createApiHandler(definition, async ({ path, body, caller }) => {
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const event = readTestEvent(body, webhook.body);
  if (!event.ok) return event;
  if (await isStopped(caller.orgId)) return reject(DELIVERIES_STOPPED);
  return limit(caller.orgId, () => test(webhook.body, event.body));
});
