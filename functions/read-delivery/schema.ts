/** The 200 body. */
export { wholeDeliveryAnswer as readDeliveryResponse } from '../../shared/deliveries/delivery-document.ts';
