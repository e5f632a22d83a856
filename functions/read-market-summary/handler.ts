import { readContributionUseCase } from '../../shared/market/contribution/read-contribution.ts';
import { createDynamoDbMarketStore } from '../../shared/market/store/dynamodb-market-store.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { succeed } from '../../shared/platform/http/outcome.ts';
import { definition } from './definition.ts';

const env = readEnv({ MARKET_TABLE: text() });
const readContribution = readContributionUseCase(
  createDynamoDbMarketStore(createDocumentClient(), env.MARKET_TABLE),
  () => new Date(),
);

export const handler = createApiHandler(definition, async ({ caller }) =>
  succeed(await readContribution(caller)),
);
