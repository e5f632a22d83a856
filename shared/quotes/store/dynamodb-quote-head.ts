import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import type { QuoteId } from '../record/quote-id.ts';
import { type Head, headKey, readHead } from './dynamodb-quote-items.ts';

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
