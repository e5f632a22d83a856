import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbStrategyReplacements } from '../../shared/quotes/strategy/dynamodb-strategy-replacements.ts';
import { tariffPlaces } from '../../shared/quotes/tariff/read-tariff.ts';
import { replaceTariffUseCase } from '../../shared/quotes/tariff/use-tariff.ts';
import {
  composeTerminalSource,
  TERMINAL_VARIABLES,
} from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { definition } from './definition.ts';

const env = readEnv({ STRATEGIES_TABLE: text(), AUDIT_TABLE: text(), ...TERMINAL_VARIABLES });
const client = createDocumentClient();
const replaceTariff = replaceTariffUseCase({
  strategies: createDynamoDbStrategyReplacements({
    client,
    TableName: env.STRATEGIES_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
  }),
  places: composeTerminalSource({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: tariffPlaces,
  }),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, ({ body, headers, caller }) =>
  replaceTariff(body, headers['if-match'], caller),
);
