import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import type { OutgoingMessage } from '../../platform/sqs/message-queue.ts';
import type { DeliveryHint } from './delivery.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const hint = v.object({
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

const message = v.variant('kind', [hint, drain, close]);

/** What the queues of deliveries carry: hints at what the table says. */
export type DeliveryMessage = v.InferOutput<typeof message>;
/** A webhook is gone or disabled: what is pending for it ends. */
export type CloseMessage = v.InferOutput<typeof close>;

const parser = v.pipe(v.string(), v.parseJson(), message);

/** The message that a text is; undefined for every other text: our own mistake, or a stranger's. */
export function parseDeliveryMessage(body: string): DeliveryMessage | undefined {
  const parsed = v.safeParse(parser, body);
  return parsed.success ? parsed.output : undefined;
}

/** A delivery may be due, in `delaySeconds`. */
export function hintMessage(
  { deliveryId, orgId, mode, webhookId, attempts, eventId, hostTokenAt, tokenAt }: DeliveryHint,
  delaySeconds = 0,
): OutgoingMessage {
  const body: DeliveryMessage = {
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

/** An organization has parked deliveries, and may have free slots. */
export function drainMessage(orgId: string): OutgoingMessage {
  const body: DeliveryMessage = { kind: 'drain', orgId };
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
