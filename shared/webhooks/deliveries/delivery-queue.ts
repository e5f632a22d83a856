import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import type { MessageQueue, OutgoingMessage } from '../../platform/sqs/sqs-message-queue.ts';
import type { Delivery } from './delivery.ts';

const text = v.pipe(v.string(), v.nonEmpty());

/**
 * A message of the delivery queues: asks for an attempt of a delivery, or, without its id, for attempts of all that is due for
 * a webhook. The table decides what is due; a message can be outdated, repeated or lost.
 */
const message = v.object({
  orgId: text,
  mode: v.picklist(KEY_MODES),
  webhookId: text,
  deliveryId: v.exactOptional(text),
});
export type DeliveryMessage = v.InferOutput<typeof message>;

const parser = v.pipe(v.string(), v.parseJson(), message);

/** Undefined if it is not a message of the delivery queues. */
export function parseDeliveryMessage(body: string): DeliveryMessage | undefined {
  const parsed = v.safeParse(parser, body);
  return parsed.success ? parsed.output : undefined;
}

type Addressed = Pick<Delivery, 'orgId' | 'mode' | 'webhookId'>;

/** Asks for the first attempt of a new delivery. */
export const deliveryMessage = ({
  orgId,
  mode,
  webhookId,
  deliveryId,
}: Addressed & { readonly deliveryId: string }): OutgoingMessage => ({
  body: JSON.stringify({ orgId, mode, webhookId, deliveryId } satisfies DeliveryMessage),
  group: orgId,
});

/** Asks for attempts of all that is due for a webhook, after `delaySeconds` (0 to 900). */
export const wakeUpMessage = (
  { orgId, mode, webhookId }: Addressed,
  delaySeconds: number,
): OutgoingMessage => ({
  body: JSON.stringify({ orgId, mode, webhookId } satisfies DeliveryMessage),
  ...{ group: orgId, delaySeconds },
});

/** Sends messages. Never fails: the sweep finds a delivery whose message is lost. */
export async function sendMessages(queue: MessageQueue, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const failed = await queue.send(messages).catch(() => messages.map((_, position) => position));
  if (failed.length > 0)
    log(LOG.deliveryMessageNotSent, { orgId: messages[0]?.group, notSent: failed.length });
}

/** Asks to fail the pending deliveries of a deleted or disabled webhook. Without the message, each fails when it is due. */
export const closeDeliveries = (retries: MessageQueue, account: Account, webhookId: string): Promise<void> =>
  sendMessages(retries, [wakeUpMessage({ ...account, webhookId }, 0)]);
