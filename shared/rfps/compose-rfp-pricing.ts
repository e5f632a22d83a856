import { createDynamoDbIdempotencyStore } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbAccountLedger } from '../accounts/usage/dynamodb-account-ledger.ts';
import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../platform/env/read-env.ts';
import { createDynamoDbStrategies } from '../quotes/strategy/dynamodb-strategies.ts';
import { createDynamoDbRfpStore } from './store/dynamodb-rfp-store.ts';

/** Environment variables of functions that begin a pricing by the market. */
export const RFP_PRICING_VARIABLES = {
  ORGANIZATIONS_TABLE: text(),
  USAGE_TABLE: text(),
  STRATEGIES_TABLE: text(),
  RFPS_TABLE: text(),
  IDEMPOTENCY_TABLE: text(),
};

/** Adapters of functions that create and reprice RFPs. */
export function composeRfpPricing(env: Environment<typeof RFP_PRICING_VARIABLES>) {
  const client = createDocumentClient();
  const now = () => new Date();
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
  const tables = { organizationsTable: env.ORGANIZATIONS_TABLE, usageTable: env.USAGE_TABLE };
  return {
    client,
    rfps: createDynamoDbRfpStore({
      client,
      rfpsTable: env.RFPS_TABLE,
      usageTable: env.USAGE_TABLE,
      now,
      composeExtraWrite: answers.putAnswer,
    }),
    ledger: createDynamoDbAccountLedger({ client, ...tables, idempotencyStore: answers }),
    strategies: createDynamoDbStrategies(client, env.STRATEGIES_TABLE),
    answers,
    now,
  };
}
