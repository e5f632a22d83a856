import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AwsCredentials } from '../aws/sign-request.ts';
import { countMetric } from '../logging/metric.ts';
import type { MessageQueue } from '../queues/message-queue.ts';
import { createDynamoDbWebhookHealth } from '../webhooks/dynamodb-webhook-health.ts';
import { createKmsSecretOpening } from '../webhooks/kms-webhook-secrets.ts';
import type { ReceiverAddresses } from '../webhooks/receiver-addresses.ts';
import { parseRetrySchedule } from '../webhooks/retry-schedule.ts';
import { createWebhookSender } from '../webhooks/send-webhook.ts';
import { createAttemptDelivery } from './attempt-delivery.ts';
import { createCloseWebhook } from './close-webhook.ts';
import { createDeliverBatch, type Lane } from './deliver-batch.ts';
import { createDeliveryQueueHandler } from './delivery-queue-handler.ts';
import { createDynamoDbDeliveryAttempts } from './dynamodb-delivery-attempts.ts';
import { createDynamoDbDeliveryRecords } from './dynamodb-delivery-records.ts';
import { createDynamoDbParking } from './dynamodb-parking.ts';
import { createDynamoDbSlots } from './dynamodb-slots.ts';

export interface DeliveriesInService {
  readonly client: DynamoDBDocumentClient;
  readonly webhooksTable: string;
  readonly deliveriesTable: string;
  /** ARN of the key that signing secrets are encrypted under. */
  readonly secretsKey: string;
  readonly receivers: ReceiverAddresses;
  readonly retrySchedule: string;
  readonly region: string;
  readonly credentials: () => Promise<AwsCredentials>;
  readonly kmsEndpoint: string | undefined;
  readonly retries: MessageQueue;
}

/** Callers were promised five minutes; the stages without callers may go below. */
const LEAST_SECONDS: Record<ReceiverAddresses, number> = { public: 300, 'public-and-loopback': 0 };

const now = () => new Date();

/** The maker of attempts, from the adapters that serve in every stage. */
export function attemptsInService(service: DeliveriesInService) {
  const { client, region, credentials, receivers, retries } = service;
  const table = { client, TableName: service.deliveriesTable };
  const attempts = createDynamoDbDeliveryAttempts(table);
  const webhooks = createDynamoDbWebhookHealth({ client, TableName: service.webhooksTable });
  const attempt = createAttemptDelivery({
    attempts,
    webhooks,
    retries,
    secrets: createKmsSecretOpening({
      keyId: service.secretsKey,
      region,
      credentials,
      endpoint: service.kmsEndpoint,
    }),
    sender: createWebhookSender({ receivers }),
    schedule: parseRetrySchedule(service.retrySchedule, LEAST_SECONDS[receivers]),
    now,
    random: Math.random,
  });
  return { table, attempts, webhooks, attempt };
}

/** The handler of a queue of deliveries, on one of the two roads. */
export function deliveryQueueInService(lane: Lane, service: DeliveriesInService) {
  const { table, attempts, webhooks, attempt } = attemptsInService(service);
  const { retries } = service;
  return createDeliveryQueueHandler({
    deliver: createDeliverBatch({
      lane,
      attempt,
      webhooks,
      attempts,
      retries,
      slots: createDynamoDbSlots(table),
      parking: createDynamoDbParking(table),
      now,
      countGivenUp: () => countMetric('DeliveryGivenUp', process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'unknown'),
    }),
    close: createCloseWebhook({
      records: createDynamoDbDeliveryRecords(table),
      attempts,
      webhooks,
      retries,
      now,
    }),
  });
}
