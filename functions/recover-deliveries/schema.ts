/** The 200 body. */
export { recoveredAnswer as recoverDeliveriesResponse } from '../../shared/webhooks/deliveries/log/delivery-document.ts';
