import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey, fromWebhookItem, type WebhookTable, webhookKey } from './dynamodb-webhook-items.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Reads webhooks with strong consistency: `GetItem` for one, `Query` for all of an account. */
export function createDynamoDbWebhookReader({
  client,
  TableName,
}: WebhookTable): Pick<WebhookStore, 'get' | 'list'> {
  return {
    async get(account, id) {
      const Key = webhookKey(account, id);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : fromWebhookItem(account, Item);
    },

    async list(account) {
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

/** Ids are random: they only order webhooks with the same creation time. */
const oldestFirst = (one: Webhook, other: Webhook): number =>
  `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? -1 : 1;
