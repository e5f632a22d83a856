import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import { createDynamoDbTerminalStore } from '../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { createTerminalIndex } from '../../shared/terminals/indexing/terminal-index.ts';
import {
  SEARCH_DOMAIN_VARIABLES,
  searchDomainOf,
} from '../../shared/terminals/opensearch/search-domain-env.ts';
import { createReindexTerminals } from './reindex-terminals.ts';

const env = readEnv({
  ...SEARCH_DOMAIN_VARIABLES,
  TERMINALS_TABLE: text(),
});
const store = createDynamoDbTerminalStore(createDocumentClient(), env.TERMINALS_TABLE);
const index = await createTerminalIndex(searchDomainOf(env));

/** Builds the search index of terminals at a deployment or for an operator. Also reports its status. */
export const handler = withRequestId(
  createReindexTerminals({ rebuild: () => index.rebuild(store), readStatus: index.readStatus }),
);
