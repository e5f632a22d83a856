/** The 200 body. */
export { rotatedWebhookAnswer as rotateWebhookSecretResponse } from '../../shared/webhooks/store/webhook-document.ts';
