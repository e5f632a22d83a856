/** The 200 body. */
export { webhookListAnswer as listWebhooksResponse } from '../../shared/webhooks/store/webhook-document.ts';
