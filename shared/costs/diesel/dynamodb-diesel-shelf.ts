import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DieselShelf } from './diesel-store.ts';

/** Key of the one item that holds the book. */
export const DIESEL_BOOK_KEY = { pk: 'diesel', sk: 'book' } as const;

/** The book of diesel prices in the market table: one item, strongly consistent. */
export function createDynamoDbDieselShelf(client: DynamoDBDocumentClient, TableName: string): DieselShelf {
  return {
    book: async () =>
      (await client.send(new GetCommand({ TableName, Key: DIESEL_BOOK_KEY, ConsistentRead: true }))).Item,
  };
}
