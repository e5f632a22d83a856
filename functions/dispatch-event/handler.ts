import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Account } from '../../shared/platform/account/account.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { describeError, log, withRequestId } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { REASON_ATTRIBUTE } from '../../shared/platform/sqs/redrive.ts';
import { truncateAttribute } from '../../shared/platform/sqs/sqs-message-queue.ts';
import { askForAttempts } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { storeEvent } from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';
import { readEventMessage } from '../../shared/webhooks/events/read-event-message.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import type { Webhook } from '../../shared/webhooks/store/webhook.ts';

const env = readEnv({
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  DELIVERIES_URL: url(),
  EVENTS_DLQ_URL: url(),
});
const client = createDocumentClient();
const table = { client, TableName: env.DELIVERIES_TABLE };
const webhooks = createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE });
const deliveries = composeQueue(env.DELIVERIES_URL);
const deadLetters = composeQueue(env.EVENTS_DLQ_URL);

type ListWebhooks = (account: Account) => Promise<readonly Webhook[]>;

/** Makes one delivery for each webhook that subscribes to an event, and asks for their attempts. */
async function storeDeliveries({ orgId, ...event }: EventMessage, listWebhooks: ListWebhooks): Promise<void> {
  const account = { orgId, mode: event.livemode ? 'live' : 'test' } as const;
  const matching = (await listWebhooks(account)).filter(
    ({ enabled, events }) => enabled && events.includes(event.event),
  );
  if (matching.length === 0) return;
  const ids = matching.map(({ id }) => id);
  await askForAttempts(deliveries, await storeEvent(table, account, event, ids, new Date()));
}

/** Processes a message of the intake queue. False if it must be received again. */
async function accept({ body, messageId }: SQSRecord, listWebhooks: ListWebhooks): Promise<boolean> {
  const read = readEventMessage(body);
  try {
    if (read.ok) {
      await storeDeliveries(read.message, listWebhooks);
      return true;
    }
    const { reason } = read;
    log(LOG.eventRejected, { messageId, reason });
    const fitting = truncateAttribute(body, REASON_ATTRIBUTE, reason);
    // The message has the maximum size and no room for a reason: SQS moves it after its last receive.
    if (fitting === undefined) return false;
    return (await deadLetters.send([{ body, attributes: { [REASON_ATTRIBUTE]: fitting } }])).length === 0;
  } catch (error) {
    const { orgId, id: eventId, event } = read.ok ? read.message : {};
    log(LOG.eventNotDispatched, { messageId, orgId, eventId, event, ...describeError(error) });
    return false;
  }
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
  const failures = Records.filter((_, position) => !accepted[position]);
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
});
