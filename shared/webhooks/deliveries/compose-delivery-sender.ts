import { readEnv, url } from '../../platform/env/read-env.ts';
import { composeQueue } from '../../platform/sqs/compose-queue.ts';
import { ATTEMPT_VARIABLES, composeAttempts } from './compose-deliveries.ts';
import { createDeliverySender } from './send-deliveries.ts';

/** The Lambda handler of a delivery queue. */
export function composeDeliverySender(queue: 'deliveries' | 'retries') {
  const env = readEnv({ ...ATTEMPT_VARIABLES, RETRIES_URL: url() });
  return createDeliverySender(queue, { ...composeAttempts(env), retries: composeQueue(env.RETRIES_URL) });
}
