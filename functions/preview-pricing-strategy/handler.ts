import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { previewStrategyUseCase } from '../../shared/quotes/preview/preview-strategy.ts';
import { createDynamoDbRecentQuotes } from '../../shared/quotes/store/dynamodb-quote-list.ts';
import { composePlaceSources } from '../../shared/quotes/strategy/compose-place-sources.ts';
import { createDynamoDbStrategies } from '../../shared/quotes/strategy/dynamodb-strategies.ts';
import { TERMINAL_VARIABLES } from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { definition } from './definition.ts';
import { readPreview } from './read-preview.ts';

const env = readEnv({ QUOTES_TABLE: text(), STRATEGIES_TABLE: text(), ...TERMINAL_VARIABLES });
const client = createDocumentClient();
const placeSources = composePlaceSources(env, client);
const previewStrategy = previewStrategyUseCase({
  strategies: createDynamoDbStrategies(client, env.STRATEGIES_TABLE),
  quotes: createDynamoDbRecentQuotes({ client, TableName: env.QUOTES_TABLE }, () => new Date()),
});

export const handler = createApiHandler(definition, async ({ body, caller }) => {
  const preview = readPreview(body, await placeSources());
  return preview.ok ? previewStrategy(caller, preview.body) : preview;
});
