import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DieselReader } from './diesel-store.ts';

/** Key of the one item that holds the book. */
export const DIESEL_BOOK_KEY = { pk: 'diesel', sk: 'book' } as const;

/** The book of diesel prices in the market table: one item, strongly consistent. */
export function createDynamoDbDieselReader(client: DynamoDBDocumentClient, TableName: string): DieselReader {
  return {
    book: async () =>
      (await client.send(new GetCommand({ TableName, Key: DIESEL_BOOK_KEY, ConsistentRead: true }))).Item,
  };
}
