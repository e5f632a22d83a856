import { loadCatalogue } from '../../shared/terminals/load-catalogue.ts';
import { loadTerminals } from '../../shared/terminals/load-terminals.ts';
import { connect } from '../freight/connection.ts';
import { demoKey } from './demo-key.ts';

/**
 * What a deployment does after the stacks: loads the terminals, and makes sure that there is a key to begin with.
 * @returns the demo organization's key.
 * @throws LocalSetupError when the file that keeps the key cannot be read.
 */
export async function furnish(dataDir: string, ephemeral: boolean): Promise<string> {
  process.env.FREIGHT_LOCAL_DIR = dataDir;
  const connection = await connect(undefined, console.error);
  try {
    await loadCatalogue(connection.terminals, loadTerminals());
    return await demoKey(dataDir, ephemeral, connection);
  } finally {
    connection.close();
  }
}
