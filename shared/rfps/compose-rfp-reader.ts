import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { createDynamoDbRfpReader } from './store/dynamodb-rfp-reader.ts';

/** The RFPs of functions that only read them. @param table name of the table of RFPs. */
export const composeRfpReader = (table: string) =>
  createDynamoDbRfpReader({ client: createDocumentClient(), rfpsTable: table });
