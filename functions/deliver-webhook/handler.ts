import { composeDeliveryQueue } from '../../shared/webhooks/deliveries/attempts/compose-delivery-queue.ts';
import { readEnv } from './env.ts';

/** Processes the queue of first attempts. */
export const handler = composeDeliveryQueue('fast', readEnv());
