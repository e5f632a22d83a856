import { composeDeliverySender } from '../../shared/webhooks/deliveries/send-deliveries.ts';

/** Processes the queue of retries, slow receivers and what the sweep finds. */
export const handler = composeDeliverySender('retries');
