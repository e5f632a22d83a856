/** The 200 body. */
export { webhookListAnswer as listWebhooksResponse } from '../../shared/webhooks/webhook-document.ts';
