import type { WebhookRequest } from '../../sending/send-webhook.ts';
import { signatureHeaders } from '../../sending/sign-payload.ts';

export interface AttemptRequestParts {
  readonly url: string;
  readonly eventId: string;
  readonly deliveryId: string;
  /** 1 to 6. */
  readonly attempt: number;
  readonly body: Uint8Array;
  /** Valid secrets, newest first. */
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** The request of one attempt: the headers of the interface specification (6.4), and those of Standard Webhooks. */
export function attemptRequest(parts: AttemptRequestParts): WebhookRequest {
  const { url, eventId, deliveryId, attempt, body, secrets, at } = parts;
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'x-event-id': eventId,
      'x-delivery-id': deliveryId,
      'x-delivery-attempt': String(attempt),
      ...signatureHeaders({ id: eventId, body, secrets, at }),
    },
  };
}
