import { tracing } from '../../platform/tracing/tracing.ts';
import type { WebhookSender } from './send-webhook.ts';

/** A sender whose requests appear in traces. Receivers get no trace header. */
export const traceSender = (sender: WebhookSender): WebhookSender => ({
  send: (request) =>
    tracing.traceRequest(
      { method: 'POST', url: request.url },
      () => sender.send(request),
      ({ status }) => status,
    ),
});
