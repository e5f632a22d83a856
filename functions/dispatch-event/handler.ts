import { createDeliveryIds } from '../../shared/deliveries/delivery-id.ts';
import { createDispatchEvent } from '../../shared/deliveries/dispatch-event.ts';
import { createDynamoDbDeliveryIntake } from '../../shared/deliveries/dynamodb-delivery-intake.ts';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { readEventMessage } from '../../shared/events/read-event-message.ts';
import { withRequestId } from '../../shared/logging/log-context.ts';
import { queueInService } from '../../shared/queues/queue-in-service.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/dynamodb-webhook-reader.ts';
import { createDispatchBatch } from './dispatch-batch.ts';
import { readEnv } from './env.ts';

const env = readEnv();
const client = createDocumentClient();

/** Works off the intake queue. */
export const handler = withRequestId(
  createDispatchBatch({
    read: readEventMessage,
    dispatch: createDispatchEvent({
      webhooks: createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE }),
      intake: createDynamoDbDeliveryIntake({
        client,
        TableName: env.DELIVERIES_TABLE,
        newDeliveryId: createDeliveryIds(),
      }),
      deliveries: queueInService(env.DELIVERIES_URL),
      retries: queueInService(env.RETRIES_URL),
      now: () => new Date(),
    }),
    refused: queueInService(env.EVENTS_DLQ_URL),
  }),
);
