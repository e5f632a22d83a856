import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the local service's data and of its host file, unless FREIGHT_LOCAL_DIR names another one. */
export const DEFAULT_STATE_FOLDER = fileURLToPath(new URL('../../.local', import.meta.url));

/** The folder that the local service and the command line share. */
export const stateFolder = (): string => resolve(process.env.FREIGHT_LOCAL_DIR ?? DEFAULT_STATE_FOLDER);
