import { composeDeliverySender } from '../../shared/webhooks/deliveries/compose-delivery-sender.ts';

/** Processes the queue of first attempts. */
export const handler = composeDeliverySender('deliveries');
