/** The 200 body. */
export { webhookAnswer as readWebhookResponse } from '../../shared/webhooks/store/webhook-document.ts';
