/** The 200 body. */
export { createdWebhookAnswer as createWebhookResponse } from '../../shared/webhooks/store/webhook-document.ts';
