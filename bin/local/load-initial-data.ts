import type { DemoOrganization } from '../../shared/accounts/provisioning/provision-demo.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { loadCatalogue } from '../../shared/terminals/management/load-catalogue.ts';
import { connect } from '../freight/connection/connection.ts';
import { CommandFailedError } from '../freight/connection/failures.ts';
import type { SearchIndex } from '../freight/connection/search-index.ts';
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

/**
 * Builds the index at every start: earlier starts may have had no node, and streams keep changes for only 24 hours. As in a
 * deployment, a failed build does not prevent the start.
 */
async function buildIndex(index: SearchIndex): Promise<void> {
  try {
    await index.rebuild();
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error;
    console.error(
      `The search index was not built (${error.message}): the embedded search answers in its place.`,
    );
  }
}
