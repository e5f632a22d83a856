/** The 200 body. */
export { wholeDeliveryAnswer as testWebhookResponse } from '../../shared/webhooks/deliveries/log/delivery-document.ts';
