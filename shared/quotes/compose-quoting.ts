import { createDynamoDbIdempotencyStore } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbQuoteMeter, readMetered } from '../accounts/usage/dynamodb-quote-meter.ts';
import { createDynamoDbQuoteTerms } from '../accounts/usage/dynamodb-read-account.ts';
import { createDynamoDbContractRates } from '../contracts/store/dynamodb-contract-items.ts';
import { composeBenchmarks } from '../costs/trailers/dynamodb-benchmarks.ts';
import { createDynamoDbCustomerMatches } from '../customers/dynamodb-customers.ts';
import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../platform/env/read-env.ts';
import { composePricing, PRICING_VARIABLES } from '../rates/compose-pricing.ts';
import type { ListedTerminal } from '../terminals/catalogue/terminal.ts';
import type { createQuoteUseCase } from './create-quote.ts';
import { createQuoteIds } from './record/stored-quote.ts';
import { createDynamoDbQuoteCreation } from './store/dynamodb-quote-creation.ts';
import { createDynamoDbStrategies } from './strategy/dynamodb-strategies.ts';

export const QUOTE_PRICING_VARIABLES = {
  ORGANIZATIONS_TABLE: text(),
  USAGE_TABLE: text(),
  STRATEGIES_TABLE: text(),
  CONTRACTS_TABLE: text(),
  ...PRICING_VARIABLES,
};

export const QUOTING_VARIABLES = {
  ...QUOTE_PRICING_VARIABLES,
  QUOTES_TABLE: text(),
  IDEMPOTENCY_TABLE: text(),
};

type Quoting = Parameters<typeof createQuoteUseCase>[0];

/**
 * Adapters of functions that price quotes. `pricing` prices lanes, `quoting` are the ports of `priceQuoteUseCase`; both
 * share `read`.
 * @param buildTerminals what the function looks up in the list of terminals.
 */
export async function composeQuotePricing<View>(
  env: Environment<typeof QUOTE_PRICING_VARIABLES>,
  buildTerminals: (terminals: readonly ListedTerminal[]) => View,
) {
  const client = createDocumentClient();
  const meter = createDynamoDbQuoteMeter(client, env.USAGE_TABLE);
  const { read, ...pricing } = await composePricing(env, client, buildTerminals);
  const quoting = {
    ...pricing,
    benchmarks: composeBenchmarks(client, env),
    quotesUsed: (account, period) => readMetered(meter, account, period),
    strategies: createDynamoDbStrategies(client, env.STRATEGIES_TABLE),
    terms: createDynamoDbQuoteTerms(read, env.ORGANIZATIONS_TABLE),
    contracts: createDynamoDbContractRates(read, env.CONTRACTS_TABLE),
    customers: createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE),
    newQuoteId: createQuoteIds(),
    now: () => new Date(),
  } satisfies Omit<Quoting, 'terminals' | 'quotes'> & { readonly terminals: unknown };
  return { client, read, meter, pricing, quoting };
}

export async function composeQuoting<View>(
  env: Environment<typeof QUOTING_VARIABLES>,
  buildTerminals: (terminals: readonly ListedTerminal[]) => View,
) {
  const { client, meter, quoting, ...others } = await composeQuotePricing(env, buildTerminals);
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
  const quotes = createDynamoDbQuoteCreation({
    client,
    TableName: env.QUOTES_TABLE,
    putAnswer: answers.putAnswer,
    meter,
  });
  return { ...others, client, now: quoting.now, answers, quoting: { ...quoting, quotes } };
}
