/** The 200 body. */
export { deletedWebhookAnswer as deleteWebhookResponse } from '../../shared/webhooks/store/webhook-document.ts';
