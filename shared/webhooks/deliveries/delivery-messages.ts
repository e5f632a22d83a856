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

const combined = v.object({
  kind: v.literal('combined'),
  deliveries: v.pipe(v.array(deliver), v.nonEmpty()),
});

/** A message of the delivery queues. The table of deliveries is authoritative; a message can be outdated. */
export type DeliveryQueueMessage = v.InferOutput<typeof queueMessage>;
/** A webhook was deleted or disabled: its pending deliveries end. */
export type CloseMessage = v.InferOutput<typeof close>;

const parser = v.pipe(v.string(), v.parseJson(), v.variant('kind', [queueMessage, combined]));

/** Parses the body of a queue message; undefined if it is not a message of the delivery queues. */
export function parseDeliveryQueueMessage(body: string): readonly DeliveryQueueMessage[] | undefined {
  const parsed = v.safeParse(parser, body);
  if (!parsed.success) return undefined;
  return parsed.output.kind === 'combined' ? parsed.output.deliveries : [parsed.output];
}

/** Requests the next attempt of a delivery, after `delaySeconds` (0 to 900). */
export function deliveryMessage(
  { deliveryId, orgId, mode, webhookId, attempts, eventId, hostTokenAt, tokenAt }: DeliveryMessage,
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
  return { body: JSON.stringify(body), group: orgId, delaySeconds };
}

/** Requests the attempts of several deliveries with equal organization and delay. One message is not changed. */
export function combineMessages(messages: readonly [OutgoingMessage, ...OutgoingMessage[]]): OutgoingMessage {
  const [first] = messages;
  if (messages.length === 1) return first;
  const deliveries = messages.map(({ body }) => JSON.parse(body));
  return { ...first, body: JSON.stringify({ kind: 'combined', deliveries }) };
}

/** Requests a run that sends the deferred deliveries of an organization, after `delaySeconds` (0 to 900). */
export function drainMessage(orgId: string, delaySeconds = 0): OutgoingMessage {
  const body: DeliveryQueueMessage = { kind: 'drain', orgId };
  return { body: JSON.stringify(body), group: orgId, delaySeconds };
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
