import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import { isWebhookId, type SealedSecret, type Webhook } from './webhook.ts';
import { WEBHOOK_NOT_FOUND } from './webhook-rejections.ts';

/** Partition of the table of webhooks; sort: the webhook's id, or `count`. */
const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;

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
  limitedUntil: v.exactOptional(v.string()),
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
  const previous: readonly SealedSecret[] =
    previousSecret === undefined || previousUntil === undefined
      ? []
      : [{ ...previousSecret, expiresAt: previousUntil }];
  const exhausted =
    exhaustedCount === undefined || exhaustedSince === undefined
      ? {}
      : { exhausted: { count: exhaustedCount, since: exhaustedSince } };
  return { id: sk, orgId, mode, ...rest, secrets: [secret, ...previous], ...exhausted };
}

/** Reads webhooks with strong consistency: `GetItem` for one, `Query` for all of an account. */
export function createDynamoDbWebhookReader({ client, TableName }: DynamoDbTable) {
  return {
    async get(account: Account, id: string): Promise<Webhook | undefined> {
      const Key = webhookKey(account, id);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : fromWebhookItem(account, Item);
    },

    /** Oldest first. */
    async list(account: Account): Promise<readonly Webhook[]> {
      // One page: 50 webhooks of at most 3 KB are less than 1 MB.
      const query = new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :webhook)',
        ExpressionAttributeValues: { ':pk': accountKey(account), ':webhook': 'wh_' },
      });
      const { Items = [] } = await client.send(query);
      return Items.map((item) => fromWebhookItem(account, item)).sort(oldestFirst);
    },
  };
}

export type WebhookReader = ReturnType<typeof createDynamoDbWebhookReader>;

/** Ids are random: they only order webhooks with the same creation time. */
const oldestFirst = (one: Webhook, other: Webhook): number =>
  `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? -1 : 1;

/** The caller's webhook with an id from a request path. */
export async function findWebhook(
  webhooks: Pick<WebhookReader, 'get'>,
  id: string | undefined,
  caller: Account,
): Promise<Outcome<Webhook>> {
  const webhook = id !== undefined && isWebhookId(id) ? await webhooks.get(caller, id) : undefined;
  return webhook === undefined ? reject(WEBHOOK_NOT_FOUND) : succeed(webhook);
}
