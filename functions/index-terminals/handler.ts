import { readEnv } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import { createTerminalIndex } from '../../shared/terminals/indexing/terminal-index.ts';
import {
  SEARCH_DOMAIN_VARIABLES,
  searchDomainOf,
} from '../../shared/terminals/opensearch/search-domain-env.ts';
import { createIndexTerminals } from './index-terminals.ts';

const env = readEnv(SEARCH_DOMAIN_VARIABLES);

/** Handles the stream of the terminals table. */
export const handler = withRequestId(createIndexTerminals(await createTerminalIndex(searchDomainOf(env))));
