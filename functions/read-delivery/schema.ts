/** The 200 body. */
export { wholeDeliveryAnswer as readDeliveryResponse } from '../../shared/webhooks/deliveries/log/delivery-document.ts';
