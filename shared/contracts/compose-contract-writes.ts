import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbCustomerMatches } from '../customers/dynamodb-customers.ts';
import { createEmbeddedGeocoder } from '../geography/places/embedded-geocoder.ts';
import { type Environment, text } from '../platform/env/read-env.ts';
import { buildEmbeddedDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import { composeTerminalSource, TERMINAL_VARIABLES } from '../terminals/snapshots/dynamodb-snapshot-store.ts';
import { createContractRateIds } from './rate/contract-rate-id.ts';
import { createDynamoDbContractRateStore } from './store/dynamodb-contract-rate-store.ts';

/** Environment variables of functions that write contract rates. */
export const CONTRACT_WRITE_VARIABLES = { ...TERMINAL_VARIABLES, CONTRACTS_TABLE: text() };

/** Adapters of functions that write contract rates. */
export const composeContractWrites = (
  env: Environment<typeof CONTRACT_WRITE_VARIABLES>,
  client: DynamoDBDocumentClient,
) => ({
  rates: createDynamoDbContractRateStore(client, env.CONTRACTS_TABLE),
  customers: createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE),
  places: createEmbeddedGeocoder(),
  terminals: composeTerminalSource({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: buildEmbeddedDirectory,
  }),
  newRateId: createContractRateIds(),
  now: () => new Date(),
});
