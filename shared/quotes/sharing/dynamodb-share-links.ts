import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { readQuoteHead } from '../store/dynamodb-quote-head.ts';
import { shareKey, sharesKey } from '../store/dynamodb-quote-items.ts';
import { readLinkItem, readTokenItem, tokenKey } from './dynamodb-share-items.ts';
import type { ShareLinks } from './share-links.ts';

/** Share links in the table of quotes. */
export const createDynamoDbShareLinks = ({
  client,
  TableName,
}: QuoteTable): Pick<ShareLinks, 'read' | 'list' | 'countView'> => ({
  async read(account, quoteId) {
    const get = new GetCommand({ TableName, Key: shareKey(account, quoteId), ConsistentRead: true });
    const { Item } = await client.send(get);
    if (Item === undefined) {
      const head = await readQuoteHead({ client, TableName }, account, quoteId);
      return head === undefined ? 'no-quote' : 'no-link';
    }
    const { quoteId: _, ...link } = readLinkItem(Item);
    return link;
  },

  async list(account, now, limit, after) {
    const query = new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'expiresAt > :now',
      ExpressionAttributeValues: { ':pk': sharesKey(account), ':now': now.toISOString() },
      ScanIndexForward: false,
      Limit: limit,
      ...(after && { ExclusiveStartKey: shareKey(account, after) }),
    });
    const { Items = [], LastEvaluatedKey } = await client.send(query);
    return { shares: Items.map(readLinkItem), ...(LastEvaluatedKey && { next: LastEvaluatedKey.sk }) };
  },

  async countView(tokenHash, at) {
    const get = new GetCommand({ TableName, Key: tokenKey(tokenHash), ConsistentRead: true });
    const { Item } = await client.send(get);
    if (Item === undefined) return undefined;
    const shared = readTokenItem(Item);
    // It returns no attributes, since its right covers only the named ones.
    const update = new UpdateCommand({
      TableName,
      Key: shareKey(shared.account, shared.quoteId),
      UpdateExpression: 'ADD viewCount :one SET lastViewedAt = :now',
      ConditionExpression: 'tokenHash = :hash AND expiresAt > :now',
      ExpressionAttributeValues: { ':one': 1, ':hash': tokenHash, ':now': at.toISOString() },
    });
    try {
      await retryConflicts(() => client.send(update));
      return shared;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  },
});
