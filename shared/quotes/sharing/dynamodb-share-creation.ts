import { randomUUID } from 'node:crypto';
import type { DynamoDbIdempotencyStore } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { QuoteTable } from '../counts/dynamodb-count-items.ts';
import { headKey, shareKey } from '../store/dynamodb-quote-items.ts';
import type { ShareLinks } from './share-links.ts';

/** The creation of share links, with the answer to a keyed call in the same transaction. */
export const createDynamoDbShareCreation = (
  { client, TableName }: QuoteTable,
  answers: DynamoDbIdempotencyStore,
): Pick<ShareLinks, 'replace'> => ({
  async replace(account, quoteId, link, answer) {
    const writtenBy = randomUUID();
    const quoteExists = {
      TableName,
      Key: headKey(account, quoteId),
      ConditionExpression: 'attribute_exists(pk)',
    };
    const unmet = await transactWrite(
      client,
      [
        { ConditionCheck: quoteExists },
        { Put: { TableName, Item: { ...shareKey(account, quoteId), ...link, viewCount: 0 } } },
        ...(answer === undefined ? [] : [answers.putAnswer(answer, writtenBy)]),
      ],
      writtenBy,
    );
    if (unmet.length === 0) return 'replaced';
    const earlier = answer && (await answers.find(answer.call));
    // A repeated request fails on the answer that its first sending wrote.
    if (earlier?.writtenBy === writtenBy) return 'replaced';
    const isWithoutQuote = unmet.some(({ position }) => position === 0);
    return isWithoutQuote && earlier === undefined ? 'no-quote' : 'answered';
  },
});
