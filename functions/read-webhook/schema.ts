/** The 200 body. */
export { webhookAnswer as readWebhookResponse } from '../../shared/webhooks/webhook-document.ts';
