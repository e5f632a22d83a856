import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { createDynamoDbQuoteStore } from './store/dynamodb-quote-store.ts';

/** The quotes of a stage, for functions that make none. @param table name of the table of quotes. */
export const composeQuoteStore = (table: string) =>
  createDynamoDbQuoteStore({ client: createDocumentClient(), TableName: table, now: () => new Date() });
