import { composeDeliveryQueue } from '../../shared/webhooks/deliveries/attempts/compose-delivery-queue.ts';
import { readEnv } from './env.ts';

/** Processes the queue of retries, slow receivers and deferred deliveries. */
export const handler = composeDeliveryQueue('slow', readEnv());
