/** The 200 body. */
export { deliveryAnswer as redeliverResponse } from '../../shared/webhooks/deliveries/log/delivery-document.ts';
