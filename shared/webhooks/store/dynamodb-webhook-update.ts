import type { Account } from '../../platform/account/account.ts';
import { type ConditionalWrite, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { fromWebhookItem, type WebhookTable, webhookKey } from './dynamodb-webhook-items.ts';
import type { Webhook } from './webhook.ts';

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
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export type UpdatedWebhook =
  | { readonly applied: true; readonly webhook: Webhook }
  /** Without `found`, there is no such webhook. */
  | Extract<ConditionalWrite, { readonly applied: false }>;

/** Updates a webhook in one write, on the condition that it exists: a deleted webhook is never restored. */
export async function updateWebhook(
  { client, TableName }: WebhookTable,
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
    ExpressionAttributeNames: {
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ...update.names,
    },
    ...(Object.keys({ ...values, ...update.values }).length > 0
      ? { ExpressionAttributeValues: { ...values, ...update.values } }
      : {}),
  };
}
