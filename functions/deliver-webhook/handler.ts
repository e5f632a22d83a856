import { readEnv } from '../../shared/platform/env/read-env.ts';
import { composeDeliveryQueue } from '../../shared/webhooks/deliveries/attempts/compose-delivery-queue.ts';
import { DELIVERY_QUEUE_VARIABLES } from '../../shared/webhooks/deliveries/delivery-env.ts';

/** Processes the queue of first attempts. */
export const handler = composeDeliveryQueue('fast', readEnv(DELIVERY_QUEUE_VARIABLES));
