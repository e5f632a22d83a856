/** The 200 body. */
export { deletedWebhookAnswer as deleteWebhookResponse } from '../../shared/webhooks/webhook-document.ts';
