import { createDynamoDbPreviewLimit } from '../../shared/accounts/usage/dynamodb-preview-limit.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeQuotePricing, QUOTE_PRICING_VARIABLES } from '../../shared/quotes/compose-quoting.ts';
import { previewPriceUseCase } from '../../shared/quotes/preview-quote.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import { definition } from './definition.ts';

const env = readEnv(QUOTE_PRICING_VARIABLES);
const { client, quoting } = await composeQuotePricing(env, (terminals) => ({
  ...buildEmbeddedDirectory(terminals),
  ...buildNearestTerminals(terminals),
}));
const previewPrice = previewPriceUseCase({
  ...quoting,
  takePreview: createDynamoDbPreviewLimit(client, env.USAGE_TABLE),
});

export const handler = createApiHandler(definition, ({ body, caller }) => previewPrice(body, caller));
