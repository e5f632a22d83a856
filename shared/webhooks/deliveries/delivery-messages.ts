import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import type { OutgoingMessage } from '../../platform/sqs/message-queue.ts';
import type { DeliveryMessage } from './delivery.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const deliver = v.object({
  kind: v.literal('deliver'),
  deliveryId: text,
  orgId: text,
  mode: v.picklist(KEY_MODES),
  webhookId: text,
  attempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  eventId: text,
  hostTokenAt: v.exactOptional(text),
  tokenAt: v.exactOptional(text),
});

const drain = v.object({ kind: v.literal('drain'), orgId: text });

const close = v.object({
  kind: v.literal('close'),
  orgId: text,
  mode: v.picklist(KEY_MODES),
  webhookId: text,
  reason: text,
});

const queueMessage = v.variant('kind', [deliver, drain, close]);

/** A message of the delivery queues. The table of deliveries is authoritative; a message can be outdated. */
export type DeliveryQueueMessage = v.InferOutput<typeof queueMessage>;
/** A webhook was deleted or disabled: its pending deliveries end. */
export type CloseMessage = v.InferOutput<typeof close>;

const parser = v.pipe(v.string(), v.parseJson(), queueMessage);

/** Parses the body of a queue message; undefined if it is not a message of the delivery queues. */
export function parseDeliveryQueueMessage(body: string): DeliveryQueueMessage | undefined {
  const parsed = v.safeParse(parser, body);
  return parsed.success ? parsed.output : undefined;
}

/** Requests the next attempt of a delivery, after `delaySeconds` (0 to 900). */
export function deliveryMessage(
  {
    deliveryId,
    orgId,
    mode,
    webhookId,
    attempts,
    eventId,
    hostTokenAt,
    tokenAt,
    traceHeader,
  }: DeliveryMessage,
  delaySeconds = 0,
): OutgoingMessage {
  const body: DeliveryQueueMessage = {
    kind: 'deliver',
    deliveryId,
    orgId,
    mode,
    webhookId,
    attempts,
    eventId,
    ...(hostTokenAt === undefined ? {} : { hostTokenAt }),
    ...(tokenAt === undefined ? {} : { tokenAt }),
  };
  return {
    body: JSON.stringify(body),
    group: orgId,
    delaySeconds,
    ...(traceHeader === undefined ? {} : { traceHeader }),
  };
}

/** Requests a run that sends the deferred deliveries of an organization. */
export function drainMessage(orgId: string): OutgoingMessage {
  const body: DeliveryQueueMessage = { kind: 'drain', orgId };
  return { body: JSON.stringify(body), group: orgId };
}

export function closeMessage(
  { orgId, mode }: Account,
  webhookId: string,
  reason: string,
  delaySeconds = 0,
): OutgoingMessage {
  const body: CloseMessage = { kind: 'close', orgId, mode, webhookId, reason };
  return { body: JSON.stringify(body), group: orgId, delaySeconds };
}
