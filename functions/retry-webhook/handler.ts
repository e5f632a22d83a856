import { deliveryQueueInService } from '../../shared/webhooks/deliveries/sending/deliveries-in-service.ts';
import { readEnv } from './env.ts';

/** Works off the queue of retries, slow receivers and parked deliveries. */
export const handler = deliveryQueueInService('patient', readEnv());
