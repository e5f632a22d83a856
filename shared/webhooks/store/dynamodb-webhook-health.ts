import { randomUUID } from 'node:crypto';
import type { Account } from '../../platform/account/account.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { createDynamoDbWebhookReader, updateWebhook, webhookKey } from './dynamodb-webhooks.ts';
import { DISABLED_BY_EXHAUSTION, EXHAUSTED_FOR_MS, MAX_EXHAUSTED, type Webhook } from './webhook.ts';

interface DisablingRule {
  readonly condition?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Stores what deliveries report about webhooks. No operation restores a deleted webhook. Needs only the permissions `GetItem` and `UpdateItem`. */
export function createDynamoDbWebhookHealth(webhooks: DynamoDbTable) {
  const { client, TableName } = webhooks;
  const { get } = createDynamoDbWebhookReader(webhooks);

  /** True for the one write that disabled the webhook, also if its first response was lost. */
  const disableBy = async (
    webhook: Webhook,
    reason: string,
    at: Date,
    { condition, values }: DisablingRule = {},
  ): Promise<boolean> => {
    const disabledBy = randomUUID();
    const disabled = await updateWebhook(webhooks, webhook, webhook.id, {
      set: {
        enabled: false,
        disabledReason: reason,
        disabledAt: at.toISOString(),
        updatedAt: at.toISOString(),
        disabledBy,
      },
      condition: ['#enabled = :true AND #updatedAt = :readAt', condition ?? []].flat().join(' AND '),
      values: { ':true': true, ':readAt': webhook.updatedAt, ...values },
    });
    return (
      disabled.applied || (disabled.found?.enabled === false && disabled.found.disabledBy === disabledBy)
    );
  };

  return {
    get,

    /** The receiver was slow: its deliveries use the slow queue until then. */
    async markSlow(account: Account, id: string, until: Date): Promise<void> {
      await updateWebhook(webhooks, account, id, {
        set: { slowUntil: until.toISOString() },
        condition: 'attribute_not_exists(#slowUntil) OR #slowUntil < :slowUntil',
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
      return disableBy(webhook, DISABLED_BY_EXHAUSTION, at, {
        condition: 'exhaustedCount >= :most AND exhaustedSince <= :since',
        values: { ':most': MAX_EXHAUSTED, ':since': since },
      });
    },

    async clearExhausted(account: Account, id: string): Promise<void> {
      await updateWebhook(webhooks, account, id, {
        remove: ['exhaustedCount', 'exhaustedSince'],
        condition: 'attribute_exists(#exhaustedCount)',
      });
    },

    /** False if the webhook was changed, disabled or deleted since it was read. */
    disable: (webhook: Webhook, reason: string, at: Date) => disableBy(webhook, reason, at),
  };
}

export type WebhookHealth = ReturnType<typeof createDynamoDbWebhookHealth>;
