import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log-context.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { gatherSends } from '../../shared/platform/sqs/gather-sends.ts';
import { combineDeliveryMessages } from '../../shared/webhooks/deliveries/combine-delivery-messages.ts';
import { createDeliveryIds } from '../../shared/webhooks/deliveries/delivery-id.ts';
import { dispatchEventUseCase } from '../../shared/webhooks/deliveries/dispatch-event.ts';
import { createDynamoDbDeliveryIntake } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-intake.ts';
import { readEventMessage } from '../../shared/webhooks/events/read-event-message.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhook-reader.ts';
import { shareWebhookLists } from '../../shared/webhooks/store/share-webhook-lists.ts';
import { createDispatchBatch } from './dispatch-batch.ts';

const env = readEnv({
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  DELIVERIES_URL: url(),
  RETRIES_URL: url(),
  EVENTS_DLQ_URL: url(),
});
const client = createDocumentClient();

/** Processes the intake queue. Events of a batch share reads, writes and queue requests. */
export const handler = withRequestId(
  createDispatchBatch({
    read: readEventMessage,
    dispatch: dispatchEventUseCase({
      webhooks: shareWebhookLists(createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE })),
      intake: createDynamoDbDeliveryIntake({
        client,
        TableName: env.DELIVERIES_TABLE,
        newDeliveryId: createDeliveryIds(),
      }),
      deliveries: gatherSends(combineDeliveryMessages(composeQueue(env.DELIVERIES_URL))),
      retries: gatherSends(combineDeliveryMessages(composeQueue(env.RETRIES_URL))),
      now: () => new Date(),
    }),
    deadLetters: composeQueue(env.EVENTS_DLQ_URL),
  }),
);
