import { deliveryQueueInService } from '../../shared/webhooks/deliveries/sending/deliveries-in-service.ts';
import { readEnv } from './env.ts';

/** Works off the queue of first attempts. */
export const handler = deliveryQueueInService('prompt', readEnv());
