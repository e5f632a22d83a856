import { join } from 'node:path';

/** File of the demo organization's key in a data folder; an ephemeral service removes its own at the end. */
export const demoFile = (dataDir: string, ephemeral: boolean): string =>
  join(dataDir, ephemeral ? 'demo-ephemeral.json' : 'demo.json');
