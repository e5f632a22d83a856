import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composePlaceSources } from '../../shared/quotes/strategy/compose-place-sources.ts';
import { createDynamoDbStrategyReplacements } from '../../shared/quotes/strategy/dynamodb-strategy-replacements.ts';
import { replaceStrategyUseCase } from '../../shared/quotes/strategy/read-strategy.ts';
import { TERMINAL_VARIABLES } from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { definition } from './definition.ts';

const env = readEnv({ STRATEGIES_TABLE: text(), AUDIT_TABLE: text(), ...TERMINAL_VARIABLES });
const client = createDocumentClient();
const replaceStrategy = replaceStrategyUseCase({
  placeSources: composePlaceSources(env, client),
  strategies: createDynamoDbStrategyReplacements({
    client,
    TableName: env.STRATEGIES_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
  }),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, ({ body, headers, caller }) =>
  replaceStrategy(body, headers['if-match'], caller),
);
