import { createDeliveryIds } from '../../shared/deliveries/delivery-id.ts';
import { createDispatchEvent } from '../../shared/deliveries/dispatch-event.ts';
import { createDynamoDbDeliveryIntake } from '../../shared/deliveries/dynamodb-delivery-intake.ts';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { defaultProvider } from '../../shared/dynamodb/environment-credentials.ts';
import { readEventMessage } from '../../shared/events/read-event-message.ts';
import { createSqsMessageQueue } from '../../shared/queues/sqs-message-queue.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/dynamodb-webhook-reader.ts';
import { createDispatchBatch } from './dispatch-batch.ts';
import { readEnv } from './env.ts';

const env = readEnv();
const client = createDocumentClient();
const sqs = {
  region: env.AWS_REGION,
  credentials: defaultProvider(),
  endpoint: env.AWS_ENDPOINT_URL_SQS ?? env.AWS_ENDPOINT_URL,
};

/** Works off the intake queue. */
export const handler = createDispatchBatch({
  read: readEventMessage,
  dispatch: createDispatchEvent({
    webhooks: createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE }),
    intake: createDynamoDbDeliveryIntake({
      client,
      TableName: env.DELIVERIES_TABLE,
      newDeliveryId: createDeliveryIds(),
    }),
    deliveries: createSqsMessageQueue({ ...sqs, queueUrl: env.DELIVERIES_URL }),
    retries: createSqsMessageQueue({ ...sqs, queueUrl: env.RETRIES_URL }),
    now: () => new Date(),
  }),
  refused: createSqsMessageQueue({ ...sqs, queueUrl: env.EVENTS_DLQ_URL }),
});
