import { createDynamoDbIdempotencyStore } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../platform/env/read-env.ts';
import { createDynamoDbRfpStore } from './store/dynamodb-rfp-store.ts';

/** Environment variables of functions that change RFPs and count no calls. */
export const RFP_CHANGE_VARIABLES = { RFPS_TABLE: text(), IDEMPOTENCY_TABLE: text() };

/** Adapters of functions that change RFPs and count no calls. */
export function composeRfpChanges(env: Environment<typeof RFP_CHANGE_VARIABLES>) {
  const client = createDocumentClient();
  const now = () => new Date();
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
  const tables = { client, rfpsTable: env.RFPS_TABLE };
  return {
    rfps: createDynamoDbRfpStore({ ...tables, now, composeExtraWrite: answers.putAnswer }),
    answers,
    now,
  };
}
