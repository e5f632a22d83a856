import { randomUUID } from 'node:crypto';
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { createDynamoDbWebhookReader, webhookKey } from './dynamodb-webhooks.ts';
import { DISABLED_BY_EXHAUSTION, EXHAUSTED_FOR_MS, MAX_EXHAUSTED, type Webhook } from './webhook.ts';

/** Stores what deliveries report about webhooks. No operation restores a deleted webhook. Needs only the permissions `GetItem` and `UpdateItem`. */
export function createDynamoDbWebhookHealth({ client, TableName }: DynamoDbTable) {
  const { get } = createDynamoDbWebhookReader({ client, TableName });

  const update = (
    account: Account,
    id: string,
    input: Pick<UpdateCommandInput, 'UpdateExpression' | 'ExpressionAttributeValues'> & {
      readonly ConditionExpression: string;
    },
  ) => updateIf(client, { TableName, Key: webhookKey(account, id), ...input });

  /** True for the one write that disabled the webhook, also if its first response was lost. */
  const disableBy = async (
    webhook: Webhook,
    reason: string,
    at: Date,
    condition = '',
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<boolean> => {
    const disabledBy = randomUUID();
    const write = await update(webhook, webhook.id, {
      UpdateExpression:
        'SET enabled = :false, disabledReason = :reason, disabledAt = :at, updatedAt = :at, disabledBy = :by',
      ConditionExpression: `attribute_exists(pk) AND enabled = :true AND updatedAt = :readAt${condition}`,
      ExpressionAttributeValues: {
        ...{ ':false': false, ':reason': reason, ':at': at.toISOString(), ':by': disabledBy },
        ...{ ':true': true, ':readAt': webhook.updatedAt, ...values },
      },
    });
    return write.applied || (write.found?.enabled === false && write.found.disabledBy === disabledBy);
  };

  return {
    get,

    /** Its deliveries wait for the receiver or for a limit until then. */
    async mark(webhook: Webhook, name: 'slowUntil' | 'limitedUntil', until: Date): Promise<void> {
      await update(webhook, webhook.id, {
        UpdateExpression: `SET ${name} = :until`,
        ConditionExpression: `attribute_exists(pk) AND (attribute_not_exists(${name}) OR ${name} < :until)`,
        ExpressionAttributeValues: { ':until': until.toISOString() },
      });
    },

    /**
     * Counts deliveries without attempts left. True if this call disabled the webhook, by the rule of `MAX_EXHAUSTED`.
     * Without effect if the owner has changed the webhook since it was read: the failure says nothing about another URL.
     */
    async countExhausted(webhook: Webhook, at: Date, count = 1): Promise<boolean> {
      // A transaction of one item: its token makes a repeated request count once.
      const unmet = await transactWrite(client, [
        {
          Update: {
            TableName,
            Key: webhookKey(webhook, webhook.id),
            UpdateExpression:
              'SET exhaustedSince = if_not_exists(exhaustedSince, :at) ADD exhaustedCount :count',
            ConditionExpression: 'attribute_exists(pk) AND enabled = :true AND updatedAt = :readAt',
            ExpressionAttributeValues: {
              ':at': at.toISOString(),
              ':count': count,
              ':true': true,
              ':readAt': webhook.updatedAt,
            },
          },
        },
      ]);
      if (unmet.length > 0) return false;
      const { exhausted } = (await get(webhook, webhook.id)) ?? {};
      const since = new Date(at.getTime() - EXHAUSTED_FOR_MS).toISOString();
      if (exhausted === undefined || exhausted.count < MAX_EXHAUSTED || exhausted.since > since) return false;
      const condition = ' AND exhaustedCount >= :most AND exhaustedSince <= :since';
      const values = { ':most': MAX_EXHAUSTED, ':since': since };
      return disableBy(webhook, DISABLED_BY_EXHAUSTION, at, condition, values);
    },

    async clearExhausted(account: Account, id: string): Promise<void> {
      await update(account, id, {
        UpdateExpression: 'REMOVE exhaustedCount, exhaustedSince',
        ConditionExpression: 'attribute_exists(exhaustedCount)',
      });
    },

    /** False if the webhook was changed, disabled or deleted since it was read. */
    disable: (webhook: Webhook, reason: string, at: Date) => disableBy(webhook, reason, at),
  };
}
