import { createApiHandler } from '../../shared/http/api-handler.ts';
import { succeed } from '../../shared/http/outcome.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/embedded-terminal-search.ts';
import { loadTerminals } from '../../shared/terminals/load-terminals.ts';
import { searchTerminals } from '../../shared/terminals/search-terminals.ts';
import { readEnv } from './env.ts';
import { readSearch, searchTerminalsResponse } from './schema.ts';

const env = readEnv();
const terminals = buildEmbeddedSearch(loadTerminals());

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
