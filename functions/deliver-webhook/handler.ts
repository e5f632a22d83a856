import { deliveryQueueInService } from '../../shared/deliveries/deliveries-in-service.ts';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { defaultProvider } from '../../shared/dynamodb/environment-credentials.ts';
import { createSqsMessageQueue } from '../../shared/queues/sqs-message-queue.ts';
import { readEnv } from './env.ts';

const env = readEnv();

/** Works off the queue of first attempts. */
export const handler = deliveryQueueInService('prompt', {
  client: createDocumentClient(),
  webhooksTable: env.WEBHOOKS_TABLE,
  deliveriesTable: env.DELIVERIES_TABLE,
  secretsKey: env.WEBHOOK_SECRETS_KEY,
  receivers: env.WEBHOOK_RECEIVERS,
  retrySchedule: env.WEBHOOK_RETRY_SCHEDULE,
  region: env.AWS_REGION,
  credentials: defaultProvider(),
  kmsEndpoint: env.AWS_ENDPOINT_URL_KMS ?? env.AWS_ENDPOINT_URL,
  retries: createSqsMessageQueue({
    queueUrl: env.RETRIES_URL,
    region: env.AWS_REGION,
    credentials: defaultProvider(),
    endpoint: env.AWS_ENDPOINT_URL_SQS ?? env.AWS_ENDPOINT_URL,
  }),
});
