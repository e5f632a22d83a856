import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { succeed } from '../../shared/platform/http/outcome.ts';
import { composeSearch } from '../../shared/terminals/opensearch/compose-search.ts';
import { searchDomainOf } from '../../shared/terminals/opensearch/search-domain-env.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import { searchTerminals } from '../../shared/terminals/search/search-terminals.ts';
import { composeTerminalSource } from '../../shared/terminals/snapshots/compose-terminal-source.ts';
import { readEnv } from './env.ts';
import { readSearch, searchTerminalsResponse } from './schema.ts';

const env = readEnv();
const { OPENSEARCH_ENDPOINT, AWS_REGION } = env;
const terminals = await composeSearch({
  domain: OPENSEARCH_ENDPOINT === undefined ? undefined : searchDomainOf({ OPENSEARCH_ENDPOINT, AWS_REGION }),
  embedded: composeTerminalSource({
    client: createDocumentClient(),
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: buildEmbeddedSearch,
  }),
});

/** GET /api/v1/terminals/search. */
export const handler = createApiHandler({
  errorFormat: 'rates',
  hasBody: false,
  response: searchTerminalsResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async ({ query }) => {
    const search = readSearch(query);
    return search.ok ? succeed(await searchTerminals(terminals, search.body)) : search;
  },
});
