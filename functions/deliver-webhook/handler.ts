import { readEnv } from '../../shared/platform/env/read-env.ts';
import {
  composeDeliverySender,
  SENDER_VARIABLES,
} from '../../shared/webhooks/deliveries/compose-deliveries.ts';

/** Processes the queue of first attempts. */
export const handler = composeDeliverySender('deliveries', readEnv(SENDER_VARIABLES));
