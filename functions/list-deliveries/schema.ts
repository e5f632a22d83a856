/** The 200 body. */
export { deliveryListAnswer as listDeliveriesResponse } from '../../shared/webhooks/deliveries/log/delivery-document.ts';
