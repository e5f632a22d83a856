import { randomUUID } from 'node:crypto';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { type WebhookTable, webhookKey } from './dynamodb-webhook-items.ts';
import { createDynamoDbWebhookReader } from './dynamodb-webhook-reader.ts';
import { updateWebhook } from './dynamodb-webhook-update.ts';
import { DISABLED_BY_EXHAUSTION, EXHAUSTED_FOR_MS, MAX_EXHAUSTED, type Webhook } from './webhook.ts';
import type { WebhookHealth } from './webhook-store.ts';

interface DisablingRule {
  readonly condition?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Stores what deliveries report about webhooks. Needs only the permissions `GetItem` and `UpdateItem`. */
export function createDynamoDbWebhookHealth(webhooks: WebhookTable): WebhookHealth {
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

    async markSlow(account, id, until) {
      await updateWebhook(webhooks, account, id, {
        set: { slowUntil: until.toISOString() },
        condition: 'attribute_not_exists(#slowUntil) OR #slowUntil < :slowUntil',
      });
    },

    async markFailing(webhook, at) {
      const marked = await updateWebhook(webhooks, webhook, webhook.id, {
        setOnce: { failingSince: at.toISOString() },
      });
      return (marked.applied && marked.webhook.failingSince) || at.toISOString();
    },

    async clearFailing(webhook) {
      await updateWebhook(webhooks, webhook, webhook.id, { remove: ['failingSince'] });
    },

    async countExhausted(webhook, at, count = 1) {
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

    async clearExhausted(account, id) {
      await updateWebhook(webhooks, account, id, {
        remove: ['exhaustedCount', 'exhaustedSince'],
        condition: 'attribute_exists(#exhaustedCount)',
      });
    },

    disable: (webhook, reason, at) => disableBy(webhook, reason, at),
  };
}
