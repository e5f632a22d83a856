import { setTimeout as wait } from 'node:timers/promises';
import type { DemoOrganization } from '../../shared/accounts/provisioning/provision-demo.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { isBuilt } from '../../shared/terminals/indexing/reindex-runs.ts';
import { loadCatalogue } from '../../shared/terminals/management/load-catalogue.ts';
import { connect } from '../freight/connection/connection.ts';
import { followRebuild, type SearchIndex } from '../freight/connection/search-index.ts';
import { CommandFailedError } from '../freight/failures.ts';
import { demoOrganization } from './demo-organization.ts';

export interface InitialDataOptions {
  readonly dataDir: string;
  readonly ephemeral: boolean;
  /** Whether to build the search index. */
  readonly opensearch: boolean;
}

/**
 * Loads the terminals, builds their search index, and creates the demo organization if necessary.
 * @returns the demo organization.
 * @throws LocalSetupError if the file of the key is not readable.
 */
export async function loadInitialData({
  dataDir,
  ephemeral,
  opensearch,
}: InitialDataOptions): Promise<DemoOrganization> {
  process.env.FREIGHT_LOCAL_DIR = dataDir;
  const connection = await connect(undefined, console.error);
  try {
    await loadCatalogue(connection.terminals, loadTerminals());
    if (opensearch) await buildIndex(connection.searchIndex);
    return await demoOrganization(dataDir, ephemeral, connection);
  } finally {
    connection.close();
  }
}

const POLL_INTERVAL_MS = 100;

/**
 * Builds the index at every start: earlier starts may have had no node, and streams keep changes for only 24 hours. As in a
 * deployment, a failed build does not prevent the start.
 */
async function buildIndex(index: SearchIndex): Promise<void> {
  const problem = await rebuildProblem(index);
  if (problem === undefined) return;
  console.error(`The search index was not built (${problem}): the embedded search answers in its place.`);
}

async function rebuildProblem(index: SearchIndex): Promise<string | undefined> {
  try {
    const ended = await followRebuild(index, await index.begin(), () => wait(POLL_INTERVAL_MS));
    return isBuilt(ended) ? undefined : (ended.reason ?? ended.state);
  } catch (error) {
    if (error instanceof CommandFailedError) return error.message;
    throw error;
  }
}
