import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import type { QuoteChangeReader } from '../record/quote-changes.ts';
import { quoteCreatedAt } from '../record/quote-id.ts';
import { headKey, IMPORTED_ATTRIBUTE, readHead } from './dynamodb-quote-items.ts';

/** Reads the changes of a quote from its main item. */
export const createDynamoDbQuoteChanges = ({ client, TableName }: QuoteTable): QuoteChangeReader => ({
  async changesOf(account, quoteId) {
    const { Item } = await client.send(
      new GetCommand({ TableName, Key: headKey(account, quoteId), ConsistentRead: true }),
    );
    if (Item === undefined) return undefined;
    const { convertedAt, declinedAt, supersededAt, announcedAt, restoredAt } = readHead(Item);
    return {
      ...(Item[IMPORTED_ATTRIBUTE] === true ? {} : { createdAt: quoteCreatedAt(quoteId).toISOString() }),
      ...(convertedAt === undefined ? {} : { convertedAt }),
      ...(declinedAt === undefined ? {} : { declinedAt }),
      ...(supersededAt === undefined ? {} : { supersededAt }),
      ...(announcedAt === undefined ? {} : { expiryAnnouncedAt: announcedAt }),
      ...(restoredAt === undefined ? {} : { restoredAt }),
    };
  },
});
