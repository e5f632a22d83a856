/** The 200 body. */
export { recoveredAnswer as recoverDeliveriesResponse } from '../../shared/deliveries/delivery-document.ts';
