import * as LOG from '../../../platform/logging/log-messages.ts';
import { countMetric, writeMetrics } from '../../../platform/logging/metric.ts';
import { composeQueue } from '../../../platform/sqs/compose-queue.ts';
import type { DeliveryQueueEnvironment } from '../delivery-env.ts';
import { createDynamoDbSlots } from '../dynamodb/dynamodb-concurrency-limit.ts';
import { createDynamoDbParking } from '../dynamodb/dynamodb-deferred-deliveries.ts';
import { createDynamoDbDeliveryRecords } from '../dynamodb/dynamodb-delivery-records.ts';
import { createAttemptTally, type OrganizationTally } from './attempt-tally.ts';
import { closeWebhookUseCase } from './close-webhook.ts';
import { composeAttempts } from './compose-attempts.ts';
import { createDeliverBatch, type Lane } from './deliver-batch.ts';
import { createDeliveryQueueHandler } from './delivery-queue-handler.ts';

const now = () => new Date();

function writeTally({ orgId, succeeded, failed, parked, deferred, ended, errors }: OrganizationTally): void {
  const values = { AttemptsSucceeded: succeeded, AttemptsFailed: failed, DeliveriesParked: parked };
  writeMetrics(LOG.deliveriesAttempted, values, { orgId, ended, deferred, errors });
}

/** The handler of a queue of deliveries, on one of the two roads. */
export function composeDeliveryQueue(lane: Lane, env: DeliveryQueueEnvironment) {
  const retries = composeQueue(env.RETRIES_URL);
  const { table, attempts, webhooks, attempt, isStopped } = composeAttempts(env, retries);
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
    close: closeWebhookUseCase({
      records: createDynamoDbDeliveryRecords(table),
      attempts,
      webhooks,
      retries,
      now,
    }),
  });
}
