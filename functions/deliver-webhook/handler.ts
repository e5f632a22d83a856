import { composeDeliverySender } from '../../shared/webhooks/deliveries/send-deliveries.ts';

/** Processes the queue of first attempts. */
export const handler = composeDeliverySender('deliveries');
