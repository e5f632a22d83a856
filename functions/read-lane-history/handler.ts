import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { laneHistoryUseCase } from '../../shared/quotes/lane-history.ts';
import { createDynamoDbLaneHistory } from '../../shared/quotes/store/dynamodb-lane-history.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import {
  composeTerminalSource,
  TERMINAL_VARIABLES,
} from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { definition } from './definition.ts';

const env = readEnv({ QUOTES_TABLE: text(), CONTRACTS_TABLE: text(), ...TERMINAL_VARIABLES });
const client = createDocumentClient();
const readLaneHistory = laneHistoryUseCase({
  readLanes: createDynamoDbLaneHistory(client, env.QUOTES_TABLE),
  customers: createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE),
  places: createEmbeddedGeocoder(),
  terminals: composeTerminalSource({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: (terminals) => ({ ...buildEmbeddedDirectory(terminals), ...buildNearestTerminals(terminals) }),
  }),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, ({ query, caller }) => readLaneHistory(query, caller));
