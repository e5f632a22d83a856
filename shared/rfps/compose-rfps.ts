import { createDynamoDbIdempotencyStore } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbAccountLedger } from '../accounts/usage/dynamodb-account-ledger.ts';
import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../platform/env/read-env.ts';
import { createDynamoDbStrategies } from '../quotes/strategy/dynamodb-strategies.ts';
import { createDynamoDbRfpReader } from './store/dynamodb-rfp-reader.ts';
import { createDynamoDbRfpStore } from './store/dynamodb-rfp-store.ts';

/** The RFPs of functions that only read them. @param table name of the table of RFPs. */
export const composeRfpReader = (table: string) =>
  createDynamoDbRfpReader({ client: createDocumentClient(), rfpsTable: table });

interface Tables {
  readonly RFPS_TABLE: string;
  readonly STRATEGIES_TABLE: string;
}

/** The RFPs and strategies of functions that return lanes with prices. */
export function composeLaneViews({ RFPS_TABLE, STRATEGIES_TABLE }: Tables) {
  const client = createDocumentClient();
  return {
    client,
    rfps: createDynamoDbRfpReader({ client, rfpsTable: RFPS_TABLE }),
    strategies: createDynamoDbStrategies(client, STRATEGIES_TABLE),
  };
}

/** Environment variables of functions that change RFPs and count no calls. */
export const RFP_CHANGE_VARIABLES = { RFPS_TABLE: text(), IDEMPOTENCY_TABLE: text() };

/** Adapters of functions that change RFPs and count no calls. */
export function composeRfpChanges(env: Environment<typeof RFP_CHANGE_VARIABLES>) {
  const client = createDocumentClient();
  const now = () => new Date();
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
  const tables = { client, rfpsTable: env.RFPS_TABLE };
  return {
    rfps: createDynamoDbRfpStore({ ...tables, now, putAnswer: answers.putAnswer }),
    answers,
    now,
  };
}

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
  const { ORGANIZATIONS_TABLE: organizationsTable, USAGE_TABLE: usageTable } = env;
  const tables = { client, organizationsTable, usageTable };
  const ledger = createDynamoDbAccountLedger({ ...tables, idempotencyStore: answers });
  return {
    client,
    rfps: createDynamoDbRfpStore({
      ...{ client, usageTable, now },
      rfpsTable: env.RFPS_TABLE,
      putAnswer: answers.putAnswer,
    }),
    ledger,
    usageOf: ledger.read,
    strategies: createDynamoDbStrategies(client, env.STRATEGIES_TABLE),
    answers,
    now,
  };
}
