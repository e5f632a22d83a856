import * as v from 'valibot';
import { KEY_MODES } from '../../platform/account/account.ts';
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

export function parseDeliveryMessage(body: string): DeliveryMessage | undefined {
  const parsed = v.safeParse(parser, body);
  return parsed.success ? parsed.output : undefined;
}

/** Asks for the first attempts of new deliveries. */
export const askForAttempts = (deliveries: MessageQueue, made: readonly Delivery[]): Promise<void> =>
  sendMessages(deliveries, made.map(messageOf));

/** Asks for attempts of all that is due for a webhook, after each of these delays: 0 to 900 seconds. */
export const wakeUp = (
  retries: MessageQueue,
  { orgId, mode, webhookId }: DeliveryMessage,
  ...delays: number[]
): Promise<void> => {
  const message = messageOf({ orgId, mode, webhookId });
  const delayed = [...new Set(delays)].map((delaySeconds) => ({ ...message, delaySeconds }));
  return sendMessages(retries, delayed);
};

export const messageOf = ({ orgId, mode, webhookId, deliveryId }: DeliveryMessage): OutgoingMessage => ({
  body: JSON.stringify({ orgId, mode, webhookId, deliveryId }),
  group: orgId,
});

/** Never fails: the sweep finds a delivery whose message is lost. */
async function sendMessages(queue: MessageQueue, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const failed = await queue.send(messages).catch(() => messages.map((_, position) => position));
  if (failed.length > 0)
    log(LOG.deliveryMessageNotSent, { orgId: messages[0]?.group, notSent: failed.length });
}
