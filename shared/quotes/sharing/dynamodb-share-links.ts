import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { QuoteTable } from '../counts/dynamodb-count-items.ts';
import { readQuoteHead } from '../store/dynamodb-quote-head.ts';
import { headKey, quoteKey, shareKey } from '../store/dynamodb-quote-items.ts';
import type { ShareLinks } from './share-links.ts';

const shareItem = v.object({
  tokenHash: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  viewCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  lastViewedAt: v.exactOptional(v.string()),
});

/** Share links in the table of quotes: an item in the partition of its quote. */
export const createDynamoDbShareLinks = ({ client, TableName }: QuoteTable): Omit<ShareLinks, 'replace'> => ({
  async read(account, quoteId) {
    const [quote, share] = [headKey(account, quoteId).sk, shareKey(account, quoteId).sk];
    const query = new QueryCommand({
      TableName,
      ConsistentRead: true,
      // Without the detail, which sorts before both.
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :quote AND :share',
      ExpressionAttributeValues: { ':pk': quoteKey(account, quoteId), ':quote': quote, ':share': share },
    });
    const { Items = [] } = await client.send(query);
    if (!Items.some(({ sk }) => sk === quote)) return 'no-quote';
    const item = Items.find(({ sk }) => sk === share);
    if (item === undefined) return 'no-link';
    const { viewCount: views, ...link } = v.parse(shareItem, item);
    return { ...link, views };
  },

  async revoke(account, quoteId) {
    // The token of a transaction lets the SDK repeat a deletion whose response was lost.
    const unmet = await transactWrite(client, [
      {
        Delete: {
          TableName,
          Key: shareKey(account, quoteId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
    ]);
    if (unmet.length === 0) return 'revoked';
    const head = await readQuoteHead({ client, TableName }, account, quoteId);
    return head === undefined ? 'no-quote' : 'no-link';
  },

  async countView(account, quoteId, tokenHash, at) {
    // It returns no attributes, since its right covers only the named ones.
    const update = new UpdateCommand({
      TableName,
      Key: shareKey(account, quoteId),
      UpdateExpression: 'ADD viewCount :one SET lastViewedAt = :now',
      ConditionExpression: 'tokenHash = :hash AND expiresAt > :now',
      ExpressionAttributeValues: { ':one': 1, ':hash': tokenHash, ':now': at.toISOString() },
    });
    try {
      await retryConflicts(() => client.send(update));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  },
});
