import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import type { Rejection } from '../../shared/platform/http/rejection.ts';
import { isRequestObject } from '../../shared/platform/http/request-fields.ts';
import { ATTEMPT_VARIABLES, composeAttempts } from '../../shared/webhooks/deliveries/compose-deliveries.ts';
import type { Delivery } from '../../shared/webhooks/deliveries/delivery.ts';
import {
  describeWhole,
  type WholeDeliveryAnswer,
} from '../../shared/webhooks/deliveries/delivery-document.ts';
import { readWholeDelivery, storeEvent } from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { type Left, sendBatch } from '../../shared/webhooks/deliveries/send-deliveries.ts';
import type { EventName } from '../../shared/webhooks/events/event-names.ts';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import { limitCalls } from '../../shared/webhooks/limits/places.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import type { Webhook } from '../../shared/webhooks/store/webhook.ts';
import { answerOf } from '../../shared/webhooks/store/webhook-document.ts';
import {
  ALL_IN_FLIGHT,
  DELIVERIES_STOPPED,
  invalidWebhook,
  TOO_MANY_REQUESTS,
  UNPROVEN_RECEIVER,
} from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const env = readEnv(ATTEMPT_VARIABLES);
const parts = composeAttempts(env);
const { table, webhooks, isStopped, now } = parts;

/** An interrupted test is sent by then, as any due delivery. */
const INTERRUPTED_MS = 60_000;

const TESTS = { calls: 'tests of webhooks', most: 4, leaseMs: 20_000, retryAfter: 5 };

const REFUSALS: Readonly<Partial<Record<Left, Rejection>>> = {
  full: ALL_IN_FLIGHT,
  minute: TOO_MANY_REQUESTS,
  refused: UNPROVEN_RECEIVER,
};

/** The event of a test: the requested one, or the first event of the webhook. */
function readTestEvent(body: unknown = {}, { events }: Webhook): Outcome<EventName> {
  if (!isRequestObject(body))
    return reject(invalidWebhook(['the body must be a JSON object, or be left out']));
  const { event = events[0] } = body;
  const known = events.find((one) => one === event);
  return known === undefined
    ? reject(invalidWebhook([`event must be one of the events of this webhook: ${events.join(', ')}`]))
    : succeed(known);
}

/** Makes the one attempt, within the limits of the organization. A test that they refuse is not stored. */
async function test(webhook: Webhook, event: EventName): Promise<Outcome<WholeDeliveryAnswer>> {
  let stored: readonly Delivery[] = [];
  const take = async () => {
    const at = now();
    const due = new Date(at.getTime() + INTERRUPTED_MS);
    stored = await storeEvent(table, webhook, sampleEvent(event, at), [webhook.id], at, due);
    return stored;
  };
  const { made, left } = await sendBatch(parts, { webhook, wanted: 1, take });
  const refusal = left && REFUSALS[left];
  if (refusal !== undefined) return reject(refusal);
  const whole = stored[0] && (await readWholeDelivery(table, stored[0].deliveryId));
  if (made.length === 0 || whole === undefined) throw new Error('the test was not sent');
  return succeed(answerOf(describeWhole(whole)));
}

export const handler = createApiHandler(definition, async ({ path, body, caller }) => {
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const event = readTestEvent(body, webhook.body);
  if (!event.ok) return event;
  if (await isStopped(caller.orgId)) return reject(DELIVERIES_STOPPED);
  return limitCalls(table, caller.orgId, TESTS, () => test(webhook.body, event.body));
});
