import * as v from 'valibot';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { succeed } from '../../shared/platform/http/outcome.ts';
import {
  SEARCH_DOMAIN_VARIABLES,
  searchDomainOf,
} from '../../shared/terminals/opensearch/search-domain-env.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import { readSearch } from '../../shared/terminals/search/read-search.ts';
import { searchTerminals } from '../../shared/terminals/search/terminal-document.ts';
import {
  composeTerminalSource,
  TERMINAL_VARIABLES,
} from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { composeSearch } from './compose-search.ts';
import { definition } from './definition.ts';

const env = readEnv({
  ...SEARCH_DOMAIN_VARIABLES,
  ...TERMINAL_VARIABLES,
  /** Absent: only the embedded search is used. */
  OPENSEARCH_ENDPOINT: v.optional(SEARCH_DOMAIN_VARIABLES.OPENSEARCH_ENDPOINT),
});
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

export const handler = createApiHandler(definition, async ({ query }) => {
  const search = readSearch(query);
  return search.ok ? succeed(await searchTerminals(terminals, search.body)) : search;
});
