import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import { fromWebhookItem, type WebhookTable, webhookKey } from './dynamodb-webhook-items.ts';
import type { Webhook } from './webhook.ts';

export interface WebhookUpdate {
  /** Attributes and their values; none that is undefined is written. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Attributes that are set unless they are there. */
  readonly setOnce?: Readonly<Record<string, unknown>>;
  /** Attributes that take the value of another, as it was before. */
  readonly copy?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  /** Beside the webhook's being there. */
  readonly condition?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export type UpdatedWebhook =
  | { readonly applied: true; readonly webhook: Webhook }
  /** `found`: as the engine writes it; undefined where there is no such webhook. */
  | { readonly applied: false; readonly found: Readonly<Record<string, AttributeValue>> | undefined };

/** Changes a webhook in one write, on the condition that it is there: nothing brings a deleted one back. */
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

/** Every name goes by an alias: some, as `url` may one day be, are words of the language. */
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
