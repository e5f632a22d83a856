import { createDocumentClient } from '../dynamodb/document-client.ts';
import * as LOG from '../logging/log-messages.ts';
import { countMetric, writeMetrics } from '../logging/metric.ts';
import type { MessageQueue } from '../queues/message-queue.ts';
import { queueInService } from '../queues/queue-in-service.ts';
import { createDynamoDbWebhookHealth } from '../webhooks/dynamodb-webhook-health.ts';
import { keyInService } from '../webhooks/key-in-service.ts';
import { createKmsSecretOpening } from '../webhooks/kms-webhook-secrets.ts';
import type { ReceiverAddresses } from '../webhooks/receiver-addresses.ts';
import { parseRetrySchedule } from '../webhooks/retry-schedule.ts';
import { createWebhookSender } from '../webhooks/send-webhook.ts';
import { createAttemptDelivery } from './attempt-delivery.ts';
import { createAttemptTally, type OrganizationTally } from './attempt-tally.ts';
import { createCloseWebhook } from './close-webhook.ts';
import { createDeliverBatch, type Lane } from './deliver-batch.ts';
import type { DeliveryEnvironment, DeliveryQueueEnvironment } from './delivery-env.ts';
import { createDeliveryQueueHandler } from './delivery-queue-handler.ts';
import { parseDeliveryRates } from './delivery-rates.ts';
import { createDynamoDbDeliveryAttempts } from './dynamodb-delivery-attempts.ts';
import { createDynamoDbDeliveryRecords } from './dynamodb-delivery-records.ts';
import { createDynamoDbParking } from './dynamodb-parking.ts';
import { createDynamoDbRateBuckets } from './dynamodb-rate-buckets.ts';
import { createDynamoDbSlots } from './dynamodb-slots.ts';
import { createSendBudget, type SendBudget } from './send-budget.ts';
import { stopsInService } from './stops-in-service.ts';

/** Callers were promised five minutes; the stages without callers may go below. */
const LEAST_SECONDS: Record<ReceiverAddresses, number> = { public: 300, 'public-and-loopback': 0 };

const now = () => new Date();

/**
 * The maker of attempts, from the adapters that serve in every stage.
 * @param admit where its caller asks the budget itself.
 */
export function attemptsInService(
  env: DeliveryEnvironment,
  retries: MessageQueue,
  admit?: SendBudget['admit'],
) {
  const client = createDocumentClient();
  const receivers = env.WEBHOOK_RECEIVERS;
  const table = { client, TableName: env.DELIVERIES_TABLE };
  const attempts = createDynamoDbDeliveryAttempts(table);
  const budget = createSendBudget({
    buckets: createDynamoDbRateBuckets(table),
    rates: parseDeliveryRates(env.WEBHOOK_RATES),
    now,
    random: Math.random,
  });
  const webhooks = createDynamoDbWebhookHealth({ client, TableName: env.WEBHOOKS_TABLE });
  const attempt = createAttemptDelivery({
    attempts,
    webhooks,
    retries,
    secrets: createKmsSecretOpening(keyInService(env)),
    sender: createWebhookSender({ receivers }),
    budget: { admit: admit ?? budget.admit },

    schedule: parseRetrySchedule(env.WEBHOOK_RETRY_SCHEDULE, LEAST_SECONDS[receivers]),
    now,
    random: Math.random,
  });
  const isStopped = stopsInService(client, env.ORGANIZATIONS_TABLE, now);
  return { table, attempts, webhooks, attempt, budget, isStopped };
}

function writeTally({ orgId, succeeded, failed, parked, deferred, ended, errors }: OrganizationTally): void {
  const values = { AttemptsSucceeded: succeeded, AttemptsFailed: failed, DeliveriesParked: parked };
  writeMetrics(LOG.deliveriesAttempted, values, { orgId, ended, deferred, errors });
}

/** The handler of a queue of deliveries, on one of the two roads. */
export function deliveryQueueInService(lane: Lane, env: DeliveryQueueEnvironment) {
  const retries = queueInService(env.RETRIES_URL);
  const { table, attempts, webhooks, attempt, isStopped } = attemptsInService(env, retries);
  const tally = createAttemptTally();
  const deliver = createDeliverBatch({
    lane,
    attempt: tally.attempting(attempt),
    webhooks,
    attempts,
    retries,
    slots: createDynamoDbSlots(table),
    parking: tally.parking(createDynamoDbParking(table)),
    isStopped,
    now,
    countGivenUp: () => countMetric('DeliveryGivenUp'),
  });
  return createDeliveryQueueHandler({
    deliver: (batch) => deliver(batch).finally(() => tally.take().forEach(writeTally)),
    close: createCloseWebhook({
      records: createDynamoDbDeliveryRecords(table),
      attempts,
      webhooks,
      retries,
      now,
    }),
  });
}
