import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { createDynamoDbWebhookReader, webhookKey } from './dynamodb-webhooks.ts';
import { DISABLED_BY_EXHAUSTION, EXHAUSTED_FOR_MS, MAX_EXHAUSTED, type Webhook } from './webhook.ts';

/** Stores what deliveries report about webhooks. No operation restores a deleted webhook. Needs only the permissions `GetItem` and `UpdateItem`. */
export function createDynamoDbWebhookHealth({ client, TableName }: DynamoDbTable) {
  const { get } = createDynamoDbWebhookReader({ client, TableName });

  /**
   * Updates an enabled webhook. False without effect if it was changed since it was read: a failure says nothing about another
   * URL. A transaction of one item: its token makes a repeated request count once.
   */
  const updateRead = async (
    webhook: Webhook,
    UpdateExpression: string,
    values: Readonly<Record<string, unknown>>,
    condition = '',
  ): Promise<boolean> => {
    const Update = {
      ...{ TableName, Key: webhookKey(webhook, webhook.id), UpdateExpression },
      ConditionExpression: `enabled = :true AND updatedAt = :readAt${condition}`,
      ExpressionAttributeValues: { ':true': true, ':readAt': webhook.updatedAt, ...values },
    };
    return (await transactWrite(client, [{ Update }])).length === 0;
  };

  /** True for the one call that disabled the webhook. */
  const disable = (webhook: Webhook, reason: string, at: Date, condition = '', values = {}) =>
    updateRead(
      webhook,
      'SET enabled = :false, disabledReason = :reason, disabledAt = :at, updatedAt = :at',
      { ':false': false, ':reason': reason, ':at': at.toISOString(), ...values },
      condition,
    );

  return {
    get,

    /** Its deliveries wait for the receiver or for a limit until then. */
    async mark(webhook: Webhook, name: 'slowUntil' | 'limitedUntil', until: Date): Promise<void> {
      await updateIf(client, {
        ...{ TableName, Key: webhookKey(webhook, webhook.id) },
        UpdateExpression: `SET ${name} = :until`,
        ConditionExpression: `attribute_exists(pk) AND (attribute_not_exists(${name}) OR ${name} < :until)`,
        ExpressionAttributeValues: { ':until': until.toISOString() },
      });
    },

    /** Counts deliveries without attempts left. True if this call disabled the webhook, by the rule of `MAX_EXHAUSTED`. */
    async countExhausted(webhook: Webhook, at: Date, count = 1): Promise<boolean> {
      const added = 'SET exhaustedSince = if_not_exists(exhaustedSince, :at) ADD exhaustedCount :count';
      if (!(await updateRead(webhook, added, { ':at': at.toISOString(), ':count': count }))) return false;
      const { exhausted } = (await get(webhook, webhook.id)) ?? {};
      const since = new Date(at.getTime() - EXHAUSTED_FOR_MS).toISOString();
      if (exhausted === undefined || exhausted.count < MAX_EXHAUSTED || exhausted.since > since) return false;
      const condition = ' AND exhaustedCount >= :most AND exhaustedSince <= :since';
      const values = { ':most': MAX_EXHAUSTED, ':since': since };
      return disable(webhook, DISABLED_BY_EXHAUSTION, at, condition, values);
    },

    async clearExhausted(account: Account, id: string): Promise<void> {
      await updateIf(client, {
        ...{ TableName, Key: webhookKey(account, id) },
        UpdateExpression: 'REMOVE exhaustedCount, exhaustedSince',
        ConditionExpression: 'attribute_exists(exhaustedCount)',
      });
    },

    disable: (webhook: Webhook, reason: string, at: Date) => disable(webhook, reason, at),
  };
}
