import * as v from 'valibot';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import { WEBHOOK_URL_LENGTH } from '../receiver-guard/webhook-url.ts';
import { createdWebhook, rotatedWebhook, webhookFields } from './webhook-document.ts';

const FIELDS: FieldTexts = {
  id: '`wh_` and 26 base-32 digits.',
  url: 'URL of the receiver, normalized.',
  events: 'Events that the webhook receives.',
  'events[]': 'Event name.',
  orgId: 'The organization.',
  enabled: 'Whether events are sent.',
  disabledReason: 'Why the webhook is disabled; only while it is.',
  disabledAt: 'Since when the webhook is disabled, UTC; only while it is.',
  livemode: 'Whether the webhook receives events of live keys. Otherwise it receives those of test keys.',
  createdAt: 'Time of creation, UTC.',
  updatedAt: 'Time of the last change, UTC.',
  warnings: 'Problems that do not prevent registration.',
};

const secret =
  '`whsec_` and 32 random bytes in base64. Store it: only this response contains it. A repeated call with the same Idempotency-Key does not.';

/** Schemas of webhooks. */
export const WEBHOOK_SCHEMAS: NamedSchemas = {
  Webhook: { schema: webhookFields, description: 'A registered webhook.', fields: FIELDS },
  CreatedWebhook: {
    schema: createdWebhook,
    description: 'A new webhook with its signing secret.',
    fields: { ...FIELDS, secret },
  },
  RotatedWebhook: {
    schema: rotatedWebhook,
    description: 'A webhook with its new signing secret.',
    fields: {
      ...FIELDS,
      secret: '`whsec_` and 32 random bytes in base64. Store it: only this response contains it.',
      previousSecretExpiresAt: 'Until then, requests have signatures of both secrets. UTC.',
    },
  },
};

/** The events of a request: `readEventNames` reads them. */
export const requestedEvents = v.pipe(
  v.array(v.picklist(EVENT_NAMES)),
  v.minLength(1),
  v.maxLength(EVENT_NAMES.length),
  v.metadata({ uniqueItems: true }),
);

export const REQUEST_FIELDS: FieldTexts = {
  url: {
    description:
      '`https://` or `http://` and a public host, without user name and password. The service stores a normalized form.',
    format: 'uri',
    minLength: 1,
    maxLength: WEBHOOK_URL_LENGTH,
  },
  events: 'Events to receive.',
  'events[]': 'Event name.',
  orgId: 'The organization of the API key.',
  enabled: 'Whether events are sent.',
};
