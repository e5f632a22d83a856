import { join } from 'node:path';

/** Where the key of the demo organization is kept in a data folder; a service that keeps nothing removes its own. */
export const demoFile = (dataDir: string, ephemeral: boolean): string =>
  join(dataDir, ephemeral ? 'demo-ephemeral.json' : 'demo.json');
