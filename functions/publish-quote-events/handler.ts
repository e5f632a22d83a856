import { defaultProvider } from '../../shared/dynamodb/environment-credentials.ts';
import { createSqsMessageQueue } from '../../shared/queues/sqs-message-queue.ts';
import { readEnv } from './env.ts';
import { createPublishQuoteEvents } from './publish-quote-events.ts';

const env = readEnv();

/** Called by the stream of the quotes table. */
export const handler = createPublishQuoteEvents(
  createSqsMessageQueue({
    queueUrl: env.EVENTS_URL,
    region: env.AWS_REGION,
    credentials: defaultProvider(),
    endpoint: env.AWS_ENDPOINT_URL_SQS ?? env.AWS_ENDPOINT_URL,
  }),
);
