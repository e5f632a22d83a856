import { readEnv } from '../../shared/platform/env/read-env.ts';
import {
  composeDeliverySender,
  SENDER_VARIABLES,
} from '../../shared/webhooks/deliveries/compose-deliveries.ts';

/** Processes the queue of retries, slow receivers and what the sweep finds. */
export const handler = composeDeliverySender('retries', readEnv(SENDER_VARIABLES));
