/** The 200 body. */
export { deliveryAnswer as redeliverResponse } from '../../shared/deliveries/delivery-document.ts';
