import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbStrategies } from '../../shared/quotes/strategy/dynamodb-strategies.ts';
import { listAccessorialsUseCase } from '../../shared/quotes/tariff/use-tariff.ts';
import { definition } from './definition.ts';

const env = readEnv({ STRATEGIES_TABLE: text() });
const listAccessorials = listAccessorialsUseCase(
  createDynamoDbStrategies(createDocumentClient(), env.STRATEGIES_TABLE),
);

export const handler = createApiHandler(definition, ({ query, caller }) => listAccessorials(query, caller));
