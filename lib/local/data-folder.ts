import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { LocalSetupError } from './local-setup-error.ts';
import { writeWhole } from './stored-state.ts';

/** Folder of the local service's data and of its host file, unless FREIGHT_LOCAL_DIR names another one. */
export const DEFAULT_DATA_FOLDER = fileURLToPath(new URL('../../.local', import.meta.url));

/** The folder that the local service and the command line share. */
export const dataFolder = (): string => resolve(process.env.FREIGHT_LOCAL_DIR ?? DEFAULT_DATA_FOLDER);

/** File of the demo organization's key in a data folder; an ephemeral service removes its own at the end. */
export const demoFile = (dataDir: string, ephemeral: boolean): string =>
  join(dataDir, ephemeral ? 'demo-ephemeral.json' : 'demo.json');

const text = v.pipe(v.string(), v.nonEmpty());
const address = v.pipe(text, v.url());

/** Addresses and published values of a running host, for the command line. */
export const hostFileSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...{ url: address, controlUrl: address, dynamodbEndpoint: address },
  ...{ sqsEndpoint: address, s3Endpoint: address },
  /** Only if terminals are searched on OpenSearch. */
  openSearchEndpoint: v.optional(address),
  /** What the stacks publish, by the names of their parameters. */
  parameters: v.record(text, text),
});

export type HostFile = v.InferOutput<typeof hostFileSchema>;

/** Another host uses the folder. */
export class FolderTakenError extends LocalSetupError {}

/** Of SQLite. */
const SQLITE_BUSY = 5;

/**
 * Locks a data folder until `release`, or until the end of this process, even by SIGKILL.
 * @throws FolderTakenError if another host runs in it; LocalSetupError if it is not writable.
 */
export function takeDataFolder(path: string) {
  const lockFile = join(path, 'running.lock');
  const hostFile = join(path, 'host.json');
  let lock: DatabaseSync;
  try {
    mkdirSync(path, { recursive: true });
    lock = new DatabaseSync(lockFile);
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // A killed host leaves its file.
    rmSync(hostFile, { force: true });
  } catch (error) {
    const { errcode, message } = Object(error);
    if (errcode === SQLITE_BUSY) {
      throw new FolderTakenError(
        `Another service uses ${path}${processIn(hostFile)}. Stop it, or start with -- --ephemeral and another PORT.`,
      );
    }
    throw new LocalSetupError(`${path} cannot be used: ${message}. Remove it and start again.`);
  }
  return {
    /** For the command line. */
    publish: (host: HostFile): void => writeWhole(hostFile, JSON.stringify(host, undefined, 2)),
    /** Removes the host file and unlocks the folder. */
    release: (): void => {
      rmSync(hostFile, { force: true });
      rmSync(lockFile, { force: true });
      lock.close();
    },
  };
}

function processIn(hostFile: string): string {
  try {
    return ` (process ${JSON.parse(readFileSync(hostFile, 'utf8')).pid})`;
  } catch {
    // A host that starts has no file yet.
    return '';
  }
}
