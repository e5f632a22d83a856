import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { defaultProvider } from '../../shared/dynamodb/environment-credentials.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { succeed } from '../../shared/http/outcome.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/embedded-terminal-search.ts';
import { createSearchInService } from '../../shared/terminals/search-in-service.ts';
import { searchTerminals } from '../../shared/terminals/search-terminals.ts';
import { createTerminalsInService } from '../../shared/terminals/terminals-in-service.ts';
import { readEnv } from './env.ts';
import { readSearch, searchTerminalsResponse } from './schema.ts';

const env = readEnv();
const terminals = createSearchInService({
  endpoint: env.OPENSEARCH_ENDPOINT,
  region: env.AWS_REGION,
  credentials: defaultProvider(),
  embedded: createTerminalsInService({
    client: createDocumentClient(),
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: buildEmbeddedSearch,
  }),
});

/** GET /api/v1/terminals/search. */
export const handler = createApiHandler({
  family: 'rates',
  hasBody: false,
  response: searchTerminalsResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async ({ query }) => {
    const search = readSearch(query);
    return search.ok ? succeed(await searchTerminals(terminals, search.body)) : search;
  },
});
