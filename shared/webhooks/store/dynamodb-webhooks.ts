import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type ConditionalWrite, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import type { SealedSecret, Webhook } from './webhook.ts';

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

export interface WebhookUpdate {
  /** Attributes and their values; undefined values are not written. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Attributes that are set only if they do not exist. */
  readonly setOnce?: Readonly<Record<string, unknown>>;
  /** Target attribute to source attribute: the target gets the value that the source had before this update. */
  readonly copy?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  /** Condition in addition to the existence of the webhook. */
  readonly condition?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

export type UpdatedWebhook =
  | { readonly applied: true; readonly webhook: Webhook }
  /** Without `found`, there is no such webhook. */
  | Extract<ConditionalWrite, { readonly applied: false }>;

/** Updates a webhook in one write, on the condition that it exists: a deleted webhook is never restored. */
export async function updateWebhook(
  { client, TableName }: DynamoDbTable,
  account: Account,
  id: string,
  update: WebhookUpdate,
): Promise<UpdatedWebhook> {
  const write = await updateIf(client, {
    ...webhookUpdate(TableName, account, id, update),
    ReturnValues: 'ALL_NEW',
  });
  return write.applied ? { applied: true, webhook: fromWebhookItem(account, write.attributes) } : write;
}

/** The write of an update, on the condition that the webhook exists, for transactions. */
export const webhookUpdate = (TableName: string, account: Account, id: string, update: WebhookUpdate) => ({
  TableName,
  Key: webhookKey(account, id),
  ...expressions(update),
});

/** Every updated attribute has an alias, because some names are reserved words of DynamoDB. */
function expressions({ set = {}, setOnce = {}, copy = {}, remove = [], ...update }: WebhookUpdate) {
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  const once = Object.entries(setOnce);
  const copied = Object.entries(copy);
  const sets = [
    ...given.map(([name]) => `#${name} = :${name}`),
    ...once.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`),
    ...copied.map(([name, from]) => `#${name} = #${from}`),
  ];
  const removes = remove.map((name) => `#${name}`);
  const names = [...[...given, ...once].map(([name]) => name), ...copied.flat(), ...remove];
  const values = Object.fromEntries([...given, ...once].map(([name, value]) => [`:${name}`, value]));
  return {
    UpdateExpression: [
      ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: [
      'attribute_exists(pk)',
      ...(update.condition ? [`(${update.condition})`] : []),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ...(Object.keys({ ...values, ...update.values }).length > 0
      ? { ExpressionAttributeValues: { ...values, ...update.values } }
      : {}),
  };
}
