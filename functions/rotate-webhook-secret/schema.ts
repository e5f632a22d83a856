/** The 200 body. */
export { rotatedWebhookAnswer as rotateWebhookSecretResponse } from '../../shared/webhooks/webhook-document.ts';
