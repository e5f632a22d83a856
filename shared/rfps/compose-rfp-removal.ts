import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { createDynamoDbRfpRemoval } from './store/dynamodb-rfp-removal.ts';

/** The removal of RFPs. @param table name of the table of RFPs. */
export const composeRfpRemoval = (table: string) =>
  createDynamoDbRfpRemoval({ client: createDocumentClient(), rfpsTable: table });
