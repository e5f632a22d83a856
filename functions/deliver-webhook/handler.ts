import { deliveryQueueInService } from '../../shared/deliveries/deliveries-in-service.ts';
import { readEnv } from './env.ts';

/** Works off the queue of first attempts. */
export const handler = deliveryQueueInService('prompt', readEnv());
