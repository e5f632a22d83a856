import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { log } from '../../shared/platform/logging/log.ts';
import { type RunContext, withRequestId } from '../../shared/platform/logging/log-context.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { writeMetrics } from '../../shared/platform/logging/metric.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { composeDeliveryStops } from '../../shared/webhooks/deliveries/attempts/compose-delivery-stops.ts';
import {
  type Swept,
  sweepDueDeliveries,
} from '../../shared/webhooks/deliveries/attempts/sweep-due-deliveries.ts';
import { combineDeliveryMessages } from '../../shared/webhooks/deliveries/combine-delivery-messages.ts';
import { createDynamoDbDueDeliveries } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-due-deliveries.ts';

const env = readEnv({
  ORGANIZATIONS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  DELIVERIES_URL: url(),
  RETRIES_URL: url(),
});
const client = createDocumentClient();
const now = () => new Date();
const due = createDynamoDbDueDeliveries({ client, TableName: env.DELIVERIES_TABLE });
const isStopped = composeDeliveryStops(client, env.ORGANIZATIONS_TABLE, now);
const deliveries = combineDeliveryMessages(composeQueue(env.DELIVERIES_URL));
const retries = combineDeliveryMessages(composeQueue(env.RETRIES_URL));

class SweepFailedError extends Error {
  override readonly name = 'SweepFailedError';
}

/**
 * Scheduled each minute: enqueues due deliveries.
 * @throws SweepFailedError after the sweep if a part of it failed, so that the function's alarm is raised.
 */
export const handler = withRequestId(async (_event: unknown, context: RunContext): Promise<Swept> => {
  const swept = await sweepDueDeliveries({
    due,
    isStopped,
    deliveries,
    retries,
    now,
    random: Math.random,
    remainingMs: () => context.getRemainingTimeInMillis(),
  });
  const { enqueued, drained, failed, unreached, oldestDueSeconds, oldestDeferredSeconds } = swept;
  writeMetrics(LOG.deliveriesDue, {
    OldestDue: { value: oldestDueSeconds, unit: 'Seconds' },
    OldestDeferred: { value: oldestDeferredSeconds, unit: 'Seconds' },
    DeferredOrganizations: swept.organizationsWithDeferred,
  });
  if (enqueued + drained + failed + unreached.shards + unreached.organizations > 0) {
    log(LOG.deliveriesSwept, { ...swept });
  }
  if (failed > 0) throw new SweepFailedError(`${failed} parts of the sweep failed`);
  return swept;
});
