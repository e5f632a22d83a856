import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import { createDynamoDbTerminalStore } from '../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { loadCatalogue } from '../../shared/terminals/management/load-catalogue.ts';
import { createDynamoDbSnapshotStore } from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { createLoadOnDeploy } from './load-on-deploy.ts';

const { TERMINALS_TABLE } = readEnv({ TERMINALS_TABLE: text() });
const client = createDocumentClient();
const terminals = {
  store: createDynamoDbTerminalStore(client, TERMINALS_TABLE),
  snapshots: createDynamoDbSnapshotStore(client, TERMINALS_TABLE),
  now: () => new Date(),
};

/** Loads the catalogue into the terminals table, at a deployment with a changed catalogue. */
export const handler = withRequestId(
  createLoadOnDeploy(async () => {
    const { added, updated, publication } = await loadCatalogue(terminals, loadTerminals());
    const { version: snapshotVersion, ...published } = publication;
    return { added, updated, snapshotVersion, ...published };
  }),
);
