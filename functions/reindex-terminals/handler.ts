import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import { withRequestId } from '../../shared/platform/logging/log-context.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { createDynamoDbTerminalStore } from '../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { composeIndex } from '../../shared/terminals/indexing/compose-index.ts';
import { createDynamoDbReindexRuns } from '../../shared/terminals/indexing/dynamodb-reindex-runs.ts';
import { ensureTerminalIndex } from '../../shared/terminals/indexing/ensure-terminal-index.ts';
import { runReindex } from '../../shared/terminals/indexing/run-reindex.ts';
import {
  SEARCH_DOMAIN_VARIABLES,
  searchDomainOf,
} from '../../shared/terminals/opensearch/search-domain-env.ts';
import { createReindexTerminals } from './reindex-terminals.ts';

const env = readEnv({
  ...SEARCH_DOMAIN_VARIABLES,
  TERMINALS_TABLE: text(),
});
const client = createDocumentClient();
const { writer, readStatus } = await composeIndex(searchDomainOf(env));
const ports = {
  store: createDynamoDbTerminalStore(client, env.TERMINALS_TABLE),
  writer,
  runs: createDynamoDbReindexRuns(client, env.TERMINALS_TABLE),
  now: () => new Date(),
  onReportFailed: (error: unknown) => log(LOG.indexRunNotReported, describeError(error)),
};

/** Builds the search index of terminals at a deployment that needs it, or for an operator. Also reports its status. */
export const handler = withRequestId(
  createReindexTerminals({
    ensure: () => ensureTerminalIndex(ports),
    run: (runId) => runReindex(ports, runId),
    readStatus,
  }),
);
