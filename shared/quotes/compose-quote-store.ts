import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { createDynamoDbQuoteStore } from './store/dynamodb-quote-store.ts';

/**
 * The quote store of functions that convert, decline or delete quotes.
 * @param table name of the quotes table.
 */
export const composeQuoteStore = (table: string) =>
  createDynamoDbQuoteStore({ client: createDocumentClient(), TableName: table, now: () => new Date() });
