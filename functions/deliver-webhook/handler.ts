import { composeDeliveryQueue } from '../../shared/webhooks/deliveries/sending/compose-delivery-queue.ts';
import { readEnv } from './env.ts';

/** Works off the queue of first attempts. */
export const handler = composeDeliveryQueue('fast', readEnv());
