import { setTimeout as wait } from 'node:timers/promises';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { isBuilt } from '../../shared/terminals/indexing/reindex-runs.ts';
import { loadCatalogue } from '../../shared/terminals/management/load-catalogue.ts';
import { followRebuild } from '../freight/catalogue/follow-rebuild.ts';
import { connect } from '../freight/connection/connection.ts';
import type { SearchIndex } from '../freight/connection/search-index.ts';
import { CommandFailedError } from '../freight/failures/command-errors.ts';
import { demoKey } from './demo-key.ts';

export interface Furnished {
  readonly dataDir: string;
  readonly ephemeral: boolean;
  /** Whether terminals have a search index beside their table. */
  readonly opensearch: boolean;
}

/**
 * What a deployment does after the stacks: loads the terminals, has their search index built, and makes sure that there
 * is a key to begin with.
 * @returns the demo organization's key.
 * @throws LocalSetupError when the file that keeps the key cannot be read.
 */
export async function furnish({ dataDir, ephemeral, opensearch }: Furnished): Promise<string> {
  process.env.FREIGHT_LOCAL_DIR = dataDir;
  const connection = await connect(undefined, console.error);
  try {
    await loadCatalogue(connection.terminals, loadTerminals());
    if (opensearch) await buildIndex(connection.searchIndex);
    return await demoKey(dataDir, ephemeral, connection);
  } finally {
    connection.close();
  }
}

const LOOK_EVERY_MS = 100;

/**
 * Built at every start: the node may have been left out of some, and changes of a day ago are in no stream any more. A
 * start does not fail with it, as no deployment does.
 */
async function buildIndex(index: SearchIndex): Promise<void> {
  const problem = await problemOfBuilding(index);
  if (problem === undefined) return;
  console.error(`The search index was not built (${problem}): the embedded search answers in its place.`);
}

async function problemOfBuilding(index: SearchIndex): Promise<string | undefined> {
  try {
    const run = await index.begin();
    const ended = await followRebuild(index, run, { pollIntervalMs: LOOK_EVERY_MS, pause: wait });
    return isBuilt(ended) ? undefined : (ended.reason ?? ended.state);
  } catch (error) {
    if (error instanceof CommandFailedError) return error.message;
    throw error;
  }
}
