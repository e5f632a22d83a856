import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyedAnswer } from '../../accounts/idempotency/idempotency-store.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { countKey, toWebhookItem, type WebhookTable, webhookKey } from './dynamodb-webhook-items.ts';
import { createDynamoDbWebhookReader } from './dynamodb-webhook-reader.ts';
import { updateWebhook, type WebhookUpdate } from './dynamodb-webhook-update.ts';
import { DISABLED_BY_OWNER, MAX_WEBHOOKS } from './webhook.ts';
import type { WebhookStore } from './webhook-store.ts';

export interface DynamoDbWebhooks extends WebhookTable {
  /** The write that stores a response for idempotency; `writtenBy` is unique to the transaction. */
  readonly rememberAnswer?: (answer: KeyedAnswer, writtenBy: string) => TransactItem;
}

class IdempotencyStoreMissingError extends Error {
  override readonly name = 'IdempotencyStoreMissingError';
}

/**
 * Stores webhooks in one DynamoDB table: one item for each webhook, and one with their number. The limit is a condition
 * on that number in the transaction that creates a webhook, so that concurrent calls cannot exceed it.
 */
export function createDynamoDbWebhookStore(webhooks: DynamoDbWebhooks): WebhookStore {
  const { client, TableName, rememberAnswer } = webhooks;
  const { get, list } = createDynamoDbWebhookReader(webhooks);

  const remembering = (answer: KeyedAnswer, writtenBy: string): TransactItem => {
    if (rememberAnswer === undefined)
      throw new IdempotencyStoreMissingError('the webhook store has no idempotency store');
    return rememberAnswer(answer, writtenBy);
  };

  return {
    get,
    list,

    async create(webhook, answer) {
      const token = randomUUID();
      const unmet = await transactWrite(
        client,
        [
          {
            Put: {
              TableName,
              Item: toWebhookItem(webhook),
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          {
            Update: {
              TableName,
              Key: countKey(webhook),
              UpdateExpression: 'ADD #count :one',
              ConditionExpression: 'attribute_not_exists(#count) OR #count < :most',
              ExpressionAttributeNames: { '#count': 'count' },
              ExpressionAttributeValues: { ':one': 1, ':most': MAX_WEBHOOKS[webhook.mode] },
            },
          },
          ...(answer === undefined ? [] : [remembering(answer, token)]),
        ],
        token,
      );
      const positions = unmet.map(({ position }) => position);
      // Ids are unique: a webhook with this id was written by an earlier attempt of the same request.
      if (positions.length === 0 || positions.includes(0)) return 'created';
      return positions.includes(2) ? 'extra-write-rejected' : 'too-many';
    },

    async isFull(account) {
      const Key = countKey(account);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Number(Item?.count ?? 0) >= MAX_WEBHOOKS[account.mode];
    },

    async change(account, id, { events, url, enabled }, at) {
      const updated = await updateWebhook(webhooks, account, id, {
        ...stateChange(enabled, at),
        set: { events, url, enabled, updatedAt: at.toISOString() },
      });
      return updated.applied ? updated.webhook : undefined;
    },

    async delete(account, id) {
      const unmet = await transactWrite(client, [
        {
          Delete: {
            TableName,
            Key: webhookKey(account, id),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        {
          Update: {
            TableName,
            Key: countKey(account),
            UpdateExpression: 'ADD #count :minus',
            ExpressionAttributeNames: { '#count': 'count' },
            ExpressionAttributeValues: { ':minus': -1 },
          },
        },
      ]);
      return unmet.length === 0;
    },

    async rotateSecret(account, id, secret, oldUntil) {
      const { ciphertext } = secret;
      const rotated = await updateWebhook(webhooks, account, id, {
        set: { secret, previousUntil: oldUntil.toISOString(), updatedAt: secret.createdAt },
        copy: { previousSecret: 'secret' },
        // A repeated request would drop the secret that receivers still use.
        condition: 'NOT #secret.#ciphertext = :mine AND NOT #previousSecret.#ciphertext = :mine',
        names: { '#ciphertext': 'ciphertext' },
        values: { ':mine': ciphertext },
      });
      if (rotated.applied) return rotated.webhook;
      return rotated.found === undefined ? undefined : get(account, id);
    },
  };
}

const DISABLING_ATTRIBUTES = [
  'disabledReason',
  'disabledAt',
  'disabledBy',
  'exhaustedCount',
  'exhaustedSince',
];

function stateChange(enabled: boolean | undefined, at: Date): WebhookUpdate {
  if (enabled === undefined) return {};
  return enabled
    ? { remove: DISABLING_ATTRIBUTES }
    : { setOnce: { disabledReason: DISABLED_BY_OWNER, disabledAt: at.toISOString() } };
}
