import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Account } from '../../shared/platform/account/account.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { describeError, log, withRequestId } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { REASON_ATTRIBUTE } from '../../shared/platform/sqs/redrive.ts';
import {
  type MessageQueue,
  type OutgoingMessage,
  truncateAttribute,
} from '../../shared/platform/sqs/sqs-message-queue.ts';
import { createDeliveryIds } from '../../shared/webhooks/deliveries/delivery.ts';
import { deliveryMessage, wakeUpMessage } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { storeEvent } from '../../shared/webhooks/deliveries/dynamodb-events.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';
import { readEventMessage } from '../../shared/webhooks/events/read-event-message.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import type { Webhook } from '../../shared/webhooks/store/webhook.ts';

const env = readEnv({
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  DELIVERIES_URL: url(),
  RETRIES_URL: url(),
  EVENTS_DLQ_URL: url(),
});
const client = createDocumentClient();
const table = { client, TableName: env.DELIVERIES_TABLE };
const webhooks = createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE });
const deliveries = composeQueue(env.DELIVERIES_URL);
const retries = composeQueue(env.RETRIES_URL);
const deadLetters = composeQueue(env.EVENTS_DLQ_URL);
const newDeliveryId = createDeliveryIds();

/** Slow receivers are woken up after the index of due deliveries has the new ones. */
const SLOW_SECONDS = 1;

type ListWebhooks = (account: Account) => Promise<readonly Webhook[]>;

/** A message that asks for an attempt, and the record whose event it is for. */
interface Asked {
  readonly messageId: string;
  readonly event: EventMessage;
  readonly queue: MessageQueue;
  readonly message: OutgoingMessage;
}

/**
 * Makes one delivery for each webhook that subscribes to an event. A repeated event asks again for those that have had no
 * attempt.
 */
async function storeDeliveries(
  messageId: string,
  message: EventMessage,
  listWebhooks: ListWebhooks,
): Promise<Asked[]> {
  const { orgId, ...event } = message;
  const account = { orgId, mode: event.livemode ? 'live' : 'test' } as const;
  const at = new Date();
  const matching = (await listWebhooks(account)).filter(
    ({ enabled, events }) => enabled && events.includes(event.event),
  );
  if (matching.length === 0) return [];
  const ids = matching.map(({ id }) => id);
  const { pending } = await storeEvent(table, account, event, ids, newDeliveryId, at);
  const slow = new Set(
    matching.filter(({ slowUntil = '' }) => slowUntil > at.toISOString()).map(({ id }) => id),
  );
  return pending.map((delivery) => ({
    ...{ messageId, event: message },
    ...(slow.has(delivery.webhookId)
      ? { queue: retries, message: wakeUpMessage(delivery, SLOW_SECONDS) }
      : { queue: deliveries, message: deliveryMessage(delivery) }),
  }));
}

/** Processes a message of the intake queue. `again`: it must be received again. */
async function accept(
  { body, messageId }: SQSRecord,
  listWebhooks: ListWebhooks,
): Promise<{ readonly asked: readonly Asked[]; readonly again: boolean }> {
  const read = readEventMessage(body);
  try {
    if (read.ok) return { asked: await storeDeliveries(messageId, read.message, listWebhooks), again: false };
    const { reason } = read;
    log(LOG.eventRejected, { messageId, reason });
    const fitting = truncateAttribute(body, REASON_ATTRIBUTE, reason);
    // The message has the maximum size and no room for a reason: SQS moves it after its last receive.
    if (fitting === undefined) return { asked: [], again: true };
    const unsent = await deadLetters.send([{ body, attributes: { [REASON_ATTRIBUTE]: fitting } }]);
    return { asked: [], again: unsent.length > 0 };
  } catch (error) {
    const { orgId, id: eventId, event } = read.ok ? read.message : {};
    log(LOG.eventNotDispatched, { messageId, orgId, eventId, event, ...describeError(error) });
    return { asked: [], again: true };
  }
}

/** Sends the messages of a batch together. Returns the ids of the records with a message that could not be sent. */
async function send(asked: readonly Asked[]): Promise<readonly string[]> {
  const unsent = await Promise.all(
    [deliveries, retries].map(async (queue) => {
      const own = asked.filter((one) => one.queue === queue);
      const failed = new Set(await queue.send(own.map(({ message }) => message)));
      return own.filter((_, position) => failed.has(position));
    }),
  );
  const byRecord = Map.groupBy(unsent.flat(), ({ messageId }) => messageId);
  for (const messages of byRecord.values()) {
    const { orgId, id: eventId, event } = (messages[0] as Asked).event;
    log(LOG.deliveryMessageNotSent, { orgId, eventId, event, notSent: messages.length });
  }
  return [...byRecord.keys()];
}

/** Processes the intake queue. Only messages that fail because of the service are received again. */
export const handler = withRequestId(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  // Events of an account share one read.
  const lists = new Map<string, Promise<readonly Webhook[]>>();
  const listWebhooks: ListWebhooks = (account) => {
    const key = `${account.orgId} ${account.mode}`;
    const list = lists.get(key) ?? webhooks.list(account);
    lists.set(key, list);
    return list;
  };
  const accepted = await Promise.all(Records.map((record) => accept(record, listWebhooks)));
  const unsent = await send(accepted.flatMap(({ asked }) => asked));
  const failures = Records.filter(
    ({ messageId }, position) => accepted[position]?.again || unsent.includes(messageId),
  );
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
});
