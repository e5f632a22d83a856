import * as v from 'valibot';
import { EVENT_NAMES } from '../events/event-names.ts';
import { readWebhookUrl } from '../receiver-guard/webhook-url.ts';
import type { Webhook } from './webhook.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());

export const webhookFields = v.object({
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

const successOf = <Data extends v.GenericSchema>(data: Data) =>
  v.object({ status: v.literal('success'), data });

/** 200 bodies of the operations on webhooks. */
export const webhookAnswer = successOf(webhookFields);
export const webhookListAnswer = successOf(v.array(webhookFields));
/** Without the secret if a call is repeated with the same Idempotency-Key. */
export const createdWebhook = v.object({ ...webhookFields.entries, secret: v.exactOptional(secret) });
export const createdWebhookAnswer = successOf(createdWebhook);
export const rotatedWebhook = v.object({ ...webhookFields.entries, secret, previousSecretExpiresAt: moment });
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
