/** The 200 body. */
export { wholeDeliveryAnswer as testWebhookResponse } from '../../shared/deliveries/delivery-document.ts';
