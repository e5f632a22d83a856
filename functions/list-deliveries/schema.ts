/** The 200 body. */
export { deliveryListAnswer as listDeliveriesResponse } from '../../shared/deliveries/delivery-document.ts';
