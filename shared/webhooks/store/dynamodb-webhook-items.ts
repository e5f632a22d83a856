import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import { normalizeStoredUrl } from '../receiver-guard/webhook-url.ts';
import type { SealedSecret, Webhook } from './webhook.ts';

/** The table of webhooks: partition `<orgId>#<mode>`; sort the webhook's id, or `count`. */
export interface WebhookTable {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
}

export const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;

export const webhookKey = (account: Account, id: string) => ({ pk: accountKey(account), sk: id });

/** Key of the number of webhooks of an account, which changes in the transactions that create or delete webhooks. */
export const countKey = (account: Account) => ({ pk: accountKey(account), sk: 'count' });

const sealed = v.object({ ciphertext: v.string(), createdAt: v.string() });

const webhookItem = v.object({
  sk: v.string(),
  url: v.string(),
  events: v.array(v.picklist(EVENT_NAMES)),
  enabled: v.boolean(),
  disabledReason: v.exactOptional(v.string()),
  disabledAt: v.exactOptional(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
  secret: sealed,
  /** The previous secret, after a rotation. */
  previousSecret: v.exactOptional(sealed),
  previousUntil: v.exactOptional(v.string()),
  slowUntil: v.exactOptional(v.string()),
  failingSince: v.exactOptional(v.string()),
  exhaustedCount: v.exactOptional(v.number()),
  exhaustedSince: v.exactOptional(v.string()),
});

/** The item of a new webhook, which has one secret and no deliveries. */
export function toWebhookItem({ id, secrets, exhausted: _, orgId, mode, ...fields }: Webhook) {
  return { ...webhookKey({ orgId, mode }, id), ...fields, secret: secrets[0] };
}

/** @throws ValiError if the item is invalid. */
export function fromWebhookItem({ orgId, mode }: Account, item: unknown): Webhook {
  const parsed = v.parse(webhookItem, item);
  const { sk, secret, previousSecret, previousUntil, exhaustedCount, exhaustedSince, ...rest } = parsed;
  const fields = { ...rest, url: normalizeStoredUrl(rest.url) };
  const previous: readonly SealedSecret[] =
    previousSecret === undefined || previousUntil === undefined
      ? []
      : [{ ...previousSecret, expiresAt: previousUntil }];
  const exhausted =
    exhaustedCount === undefined || exhaustedSince === undefined
      ? {}
      : { exhausted: { count: exhaustedCount, since: exhaustedSince } };
  return { id: sk, orgId, mode, ...fields, secrets: [secret, ...previous], ...exhausted };
}
