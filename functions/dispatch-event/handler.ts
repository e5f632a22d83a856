import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { describeError, log, withRequestId } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { gatherSends } from '../../shared/platform/sqs/gather-sends.ts';
import { REASON_ATTRIBUTE } from '../../shared/platform/sqs/redrive.ts';
import { truncateAttribute } from '../../shared/platform/sqs/sqs-requests.ts';
import { createDeliveryIds } from '../../shared/webhooks/deliveries/delivery.ts';
import { deliveryMessage, wakeUpMessage } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { storeEvent } from '../../shared/webhooks/deliveries/dynamodb-events.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';
import { readEventMessage } from '../../shared/webhooks/events/read-event-message.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { shareWebhookLists } from '../../shared/webhooks/store/share-webhook-lists.ts';

const env = readEnv({
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  DELIVERIES_URL: url(),
  RETRIES_URL: url(),
  EVENTS_DLQ_URL: url(),
});
const client = createDocumentClient();
const table = { client, TableName: env.DELIVERIES_TABLE };
// Events of a batch share reads and queue requests.
const webhooks = shareWebhookLists(createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE }));
const deliveries = gatherSends(composeQueue(env.DELIVERIES_URL));
const retries = gatherSends(composeQueue(env.RETRIES_URL));
const deadLetters = composeQueue(env.EVENTS_DLQ_URL);
const newDeliveryId = createDeliveryIds();

/** Slow receivers are woken up after the index of due deliveries has the new ones. */
const SLOW_SECONDS = 1;

/**
 * Makes one delivery for each webhook that subscribes to an event, and asks for their first attempts. A repeated event asks
 * again for those that have had none. Returns how many messages could not be sent.
 */
async function dispatch({ orgId, livemode, ...event }: EventMessage): Promise<number> {
  const account = { orgId, mode: livemode ? 'live' : 'test' } as const;
  const at = new Date();
  const matching = (await webhooks.list(account)).filter(
    ({ enabled, events }) => enabled && events.includes(event.event),
  );
  if (matching.length === 0) return 0;
  const ids = matching.map(({ id }) => id);
  const { pending } = await storeEvent(table, account, { ...event, livemode }, ids, newDeliveryId, at);
  const slow = new Set(
    matching.filter(({ slowUntil = '' }) => slowUntil > at.toISOString()).map(({ id }) => id),
  );
  const failed = await Promise.all([
    deliveries.send(pending.filter(({ webhookId }) => !slow.has(webhookId)).map(deliveryMessage)),
    retries.send(
      pending
        .filter(({ webhookId }) => slow.has(webhookId))
        .map((delivery) => wakeUpMessage(delivery, SLOW_SECONDS)),
    ),
  ]);
  return failed.flat().length;
}

/** Processes a message of the intake queue. True if it must be received again. */
async function mustRetry({ body, messageId }: SQSRecord): Promise<boolean> {
  const read = readEventMessage(body);
  try {
    if (!read.ok) {
      const { reason } = read;
      log(LOG.eventRejected, { messageId, reason });
      const fitting = truncateAttribute(body, REASON_ATTRIBUTE, reason);
      // The message has the maximum size and no room for a reason: SQS moves it after its last receive.
      if (fitting === undefined) return true;
      return (await deadLetters.send([{ body, attributes: { [REASON_ATTRIBUTE]: fitting } }])).length > 0;
    }
    const notEnqueued = await dispatch(read.message);
    if (notEnqueued === 0) return false;
    const { orgId, id: eventId, event } = read.message;
    log(LOG.deliveryMessageNotSent, { orgId, eventId, event, notSent: notEnqueued });
  } catch (error) {
    const { orgId, id: eventId, event } = read.ok ? read.message : {};
    log(LOG.eventNotDispatched, { messageId, orgId, eventId, event, ...describeError(error) });
  }
  return true;
}

/** Processes the intake queue. Only messages that fail because of the service are received again. */
export const handler = withRequestId(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const retried = await Promise.all(Records.map(mustRetry));
  const failures = Records.filter((_, position) => retried[position]);
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
});
