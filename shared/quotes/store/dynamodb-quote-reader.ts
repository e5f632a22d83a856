import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { type QuoteId, quoteCreatedAt } from '../record/quote-id.ts';
import type { StoredQuote } from '../record/stored-quote.ts';
import {
  type Head,
  headKey,
  IMPORTED_ATTRIBUTE,
  quoteKey,
  readHead,
  toStoredQuote,
} from './dynamodb-quote-items.ts';

/** The items of a quote; strongly consistent. */
export async function readQuoteItems({ client, TableName }: QuoteTable, account: Account, quoteId: QuoteId) {
  const query = new QueryCommand({
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': quoteKey(account, quoteId) },
  });
  const { Items = [] } = await client.send(query);
  const head = Items.find(({ sk }) => sk === 'quote');
  const detail = Items.find(({ sk }) => sk === 'detail');
  return head === undefined ? undefined : { head: readHead(head), detail };
}

export type QuoteReader = ReturnType<typeof createDynamoDbQuoteReader>;

/** Reads quotes. @param now decides their status. */
export const createDynamoDbQuoteReader = ({
  now = () => new Date(),
  ...table
}: QuoteTable & { readonly now?: () => Date }) => ({
  async read(account: Account, quoteId: QuoteId): Promise<StoredQuote | undefined> {
    const found = await readQuoteItems(table, account, quoteId);
    return found && toStoredQuote(found.head, found.detail, utcDay(now()));
  },
});

/** The main item of a quote; strongly consistent. */
export async function readQuoteHead(
  { client, TableName }: QuoteTable,
  account: Account,
  quoteId: QuoteId,
): Promise<Head | undefined> {
  const get = new GetCommand({ TableName, Key: headKey(account, quoteId), ConsistentRead: true });
  const { Item } = await client.send(get);
  return Item === undefined ? undefined : readHead(Item);
}

/** Times of the announced changes of a quote, ISO 8601 UTC. */
export interface QuoteChanges {
  /** Absent for a quote that an import of an organization wrote: its creation is not announced. */
  readonly createdAt?: string;
  readonly convertedAt?: string;
  readonly declinedAt?: string;
  readonly supersededAt?: string;
  /** When the expiry was announced, after the expiry day. */
  readonly expiryAnnouncedAt?: string;
  readonly restoredAt?: string;
}

export const createDynamoDbQuoteChanges = ({ client, TableName }: QuoteTable) => ({
  /** Undefined if the account has no such quote. */
  async changesOf(account: Account, quoteId: QuoteId): Promise<QuoteChanges | undefined> {
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
