import * as LOG from '../../../platform/logging/log-messages.ts';
import { countMetric, writeMetrics } from '../../../platform/logging/metric.ts';
import { composeQueue } from '../../../platform/sqs/compose-queue.ts';
import { gatherSends } from '../../../platform/sqs/gather-sends.ts';
import { combineDeliveryMessages } from '../combine-delivery-messages.ts';
import type { DeliveryQueueEnvironment } from '../delivery-env.ts';
import { createDynamoDbConcurrencyLimit } from '../dynamodb/dynamodb-concurrency-limit.ts';
import { createDynamoDbDeferredDeliveries } from '../dynamodb/dynamodb-deferred-deliveries.ts';
import { createDynamoDbDeliveryRecords } from '../dynamodb/dynamodb-delivery-records.ts';
import { createAttemptTally, type OrganizationTally } from './attempt-tally.ts';
import { composeAttempts } from './compose-attempts.ts';
import { type DeliveryQueue, deliverBatchUseCase } from './deliver-batch.ts';
import { createDeliveryQueueHandler } from './delivery-queue-handler.ts';
import { failPendingDeliveriesUseCase } from './fail-pending-deliveries.ts';

const now = () => new Date();

function writeTally({
  orgId,
  succeeded,
  failed,
  deferred,
  postponed,
  ended,
  errors,
  delays,
}: OrganizationTally): void {
  const values = {
    AttemptsSucceeded: succeeded,
    AttemptsFailed: failed,
    DeliveriesDeferred: deferred,
    ...(delays.length === 0 ? {} : { DeliveryDelay: { value: delays, unit: 'Seconds' as const } }),
  };
  writeMetrics(LOG.deliveriesAttempted, values, { orgId, ended, postponed, errors });
}

/** The Lambda handler of one of the two delivery queues. */
export function composeDeliveryQueue(queue: DeliveryQueue, env: DeliveryQueueEnvironment) {
  const retries = gatherSends(combineDeliveryMessages(composeQueue(env.RETRIES_URL)));
  const { table, attempts, webhooks, attempt, isStopped } = composeAttempts(env, retries);
  const tally = createAttemptTally();
  const deliver = deliverBatchUseCase({
    queue,
    attempt: tally.attempting(attempt),
    attemptDeferred: tally.attempting(attempt, true),
    webhooks,
    attempts,
    retries,
    concurrencyLimit: createDynamoDbConcurrencyLimit(table),
    deferredDeliveries: tally.deferring(createDynamoDbDeferredDeliveries(table)),
    isStopped,
    now,
    countOverdueFailure: () => countMetric('DeliveryGivenUp'),
  });
  return createDeliveryQueueHandler({
    deliver: (batch) => deliver(batch).finally(() => tally.take().forEach(writeTally)),
    close: failPendingDeliveriesUseCase({
      records: createDynamoDbDeliveryRecords(table),
      attempts,
      webhooks,
      retries,
      now,
    }),
  });
}
