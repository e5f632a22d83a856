/** The 200 body. */
export { webhookAnswer as updateWebhookResponse } from '../../shared/webhooks/store/webhook-document.ts';
