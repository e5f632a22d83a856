import * as v from 'valibot';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import { readWebhookUrl, WEBHOOK_URL_LENGTH } from '../receiver-guard/webhook-url.ts';
import type { Webhook } from './webhook.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());

const webhookFields = v.object({
  id: v.string(),
  url: v.string(),
  events: v.pipe(v.array(v.picklist(EVENT_NAMES)), v.minLength(1)),
  orgId: v.string(),
  enabled: v.boolean(),
  /** Both are set while the webhook is disabled. */
  disabledReason: v.exactOptional(v.string()),
  disabledAt: v.exactOptional(moment),
  livemode: v.boolean(),
  createdAt: moment,
  updatedAt: moment,
  /** Warnings about the URL. */
  warnings: v.array(v.string()),
});
export type WebhookDocument = v.InferOutput<typeof webhookFields>;

const secret = v.pipe(v.string(), v.startsWith('whsec_'));

export const successOf = <Data extends v.GenericSchema>(data: Data) =>
  v.object({ status: v.literal('success'), data });

/** 200 bodies of the operations on webhooks. */
export const webhookAnswer = successOf(webhookFields);
export const webhookListAnswer = successOf(v.array(webhookFields));
/** Without the secret if a call is repeated with the same Idempotency-Key. */
const createdWebhook = v.object({ ...webhookFields.entries, secret: v.exactOptional(secret) });
export const createdWebhookAnswer = successOf(createdWebhook);
const rotatedWebhook = v.object({ ...webhookFields.entries, secret, previousSecretExpiresAt: moment });
export const rotatedWebhookAnswer = successOf(rotatedWebhook);
export const deletedWebhookAnswer = successOf(v.object({ id: v.string(), deleted: v.literal(true) }));

/** The 200 body with the data of an operation. */
export const answerOf = <Data>(data: Data) => ({ status: 'success' as const, data });

/**
 * A webhook as the API shows it, without secrets.
 * @param warnings result of a new check; by default the warnings from the text of the URL.
 */
export function describeWebhook(
  webhook: Webhook,
  warnings: readonly string[] = warningsOf(webhook.url),
): WebhookDocument {
  const { id, url, events, orgId, mode, enabled, disabledReason, disabledAt, createdAt, updatedAt } = webhook;
  return {
    id,
    url,
    events: [...events],
    orgId,
    enabled,
    ...(disabledReason === undefined ? {} : { disabledReason }),
    ...(disabledAt === undefined ? {} : { disabledAt }),
    livemode: mode === 'live',
    createdAt,
    updatedAt,
    warnings: [...warnings],
  };
}

function warningsOf(url: string): readonly string[] {
  const reading = readWebhookUrl(url, 'public-and-loopback');
  return reading.ok ? reading.warnings : [];
}

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

const secretText =
  '`whsec_` and 32 random bytes in base64. Store it: only this response contains it. A repeated call with the same Idempotency-Key does not.';

export const WEBHOOK_SCHEMAS: NamedSchemas = {
  Webhook: { schema: webhookFields, description: 'A registered webhook.', fields: FIELDS },
  CreatedWebhook: {
    schema: createdWebhook,
    description: 'A new webhook with its signing secret.',
    fields: { ...FIELDS, secret: secretText },
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
