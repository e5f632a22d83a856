import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composePlaceSources } from '../../shared/quotes/strategy/compose-place-sources.ts';
import { createDynamoDbStrategyReplacements } from '../../shared/quotes/strategy/dynamodb-strategy-replacements.ts';
import { readReplacement } from '../../shared/quotes/strategy/read-strategy.ts';
import { replaceStrategyUseCase } from '../../shared/quotes/strategy/replace-strategy.ts';
import { TERMINAL_VARIABLES } from '../../shared/terminals/catalogue/terminal-env.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ STRATEGIES_TABLE: text(), AUDIT_TABLE: text(), ...TERMINAL_VARIABLES });
const client = createDocumentClient();
const placeSources = composePlaceSources(env, client);
const replaceStrategy = replaceStrategyUseCase({
  strategies: createDynamoDbStrategyReplacements({
    client,
    TableName: env.STRATEGIES_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
  }),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async ({ body, headers, caller }) => {
    const replacement = readReplacement(body, headers['if-match'], await placeSources());
    return replacement.ok ? replaceStrategy(caller, replacement.body) : replacement;
  },
});
