import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import { fromWebhookItem, type WebhookTable, webhookKey } from './dynamodb-webhook-items.ts';
import type { Webhook } from './webhook.ts';

export interface WebhookUpdate {
  /** Attributes and their values; undefined values are not written. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Attributes that are set only if they do not exist. */
  readonly setOnce?: Readonly<Record<string, unknown>>;
  /** Attributes that get the previous value of another attribute. */
  readonly copy?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  /** Condition in addition to the existence of the webhook. */
  readonly condition?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export type UpdatedWebhook =
  | { readonly applied: true; readonly webhook: Webhook }
  /** `found`: the item in DynamoDB's attribute format; undefined if there is no such webhook. */
  | { readonly applied: false; readonly found: Readonly<Record<string, AttributeValue>> | undefined };

/** Updates a webhook in one write, on the condition that it exists: a deleted webhook is never restored. */
export async function updateWebhook(
  { client, TableName }: WebhookTable,
  account: Account,
  id: string,
  update: WebhookUpdate,
): Promise<UpdatedWebhook> {
  const command = { TableName, Key: webhookKey(account, id), ...expressions(update) };
  try {
    const { Attributes } = await retryConflicts(() =>
      client.send(
        new UpdateCommand({
          ...command,
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return { applied: true, webhook: fromWebhookItem(account, Attributes) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { applied: false, found: error.Item };
  }
}

/** Every name has an alias, because some names are reserved words of DynamoDB. */
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
