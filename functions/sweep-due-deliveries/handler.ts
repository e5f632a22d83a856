import type { Context } from 'aws-lambda';
import { createDynamoDbDueDeliveries } from '../../shared/deliveries/dynamodb-due-deliveries.ts';
import { type Swept, sweepDueDeliveries } from '../../shared/deliveries/sweep-due-deliveries.ts';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { log } from '../../shared/logging/log.ts';
import { LOG } from '../../shared/logging/log-messages.ts';
import { queueInService } from '../../shared/queues/queue-in-service.ts';
import { readEnv } from './env.ts';

const env = readEnv();
const due = createDynamoDbDueDeliveries({
  client: createDocumentClient(),
  TableName: env.DELIVERIES_TABLE,
});
const deliveries = queueInService(env.DELIVERIES_URL, env);
const retries = queueInService(env.RETRIES_URL, env);

/** By the clock: enqueues what is due. */
export const handler = async (
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<Swept> => {
  const swept = await sweepDueDeliveries({
    due,
    deliveries,
    retries,
    now: () => new Date(),
    remainingMs: () => context.getRemainingTimeInMillis(),
  });
  if (swept.hinted > 0 || swept.drained > 0 || !swept.finished)
    log('info', LOG.deliveriesSwept, { ...swept });
  return swept;
};
