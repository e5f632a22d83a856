import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { answerStrategy } from '../../shared/quotes/strategy/convert-strategy.ts';
import { createDynamoDbStrategies } from '../../shared/quotes/strategy/dynamodb-strategies.ts';
import { definition } from './definition.ts';

const env = readEnv({ STRATEGIES_TABLE: text() });
const strategies = createDynamoDbStrategies(createDocumentClient(), env.STRATEGIES_TABLE);

export const handler = createApiHandler(definition, async ({ caller }) =>
  answerStrategy(await strategies.current(caller.orgId, caller.mode)),
);
