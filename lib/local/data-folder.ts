import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableName } from '../../functions/definition-types.ts';
import { LocalSetupError } from './local-setup-error.ts';
import { processStart } from './process-identity.ts';

/** Addresses and resource names of a running host, for the command line. */
export interface HostFile {
  readonly pid: number;
  readonly url: string;
  readonly controlUrl: string;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly s3Endpoint: string;
  /** Bucket for load files. */
  readonly uploadsBucket: string;
  /** Names of tables. */
  readonly tables: Readonly<Record<TableName, string>>;
  readonly standardUsagePlanId: string;
  readonly restApiId: string;
  readonly stageName: string;
  /** Only with an OpenSearch domain. */
  readonly reindexFunctionArn?: string;
  /** Endpoint of the OpenSearch node, if there is one. */
  readonly openSearchEndpoint?: string;
  /** By name. */
  readonly queueUrls: Readonly<Record<string, string>>;
}

/** A data folder that this process has locked, until `release`. */
export interface DataFolder {
  readonly path: string;
  publish(host: HostFile): void;
  /** Removes the host file and unlocks the folder. */
  release(): void;
}

/** Another host uses the folder. */
export class FolderTakenError extends LocalSetupError {}

/**
 * Locks a data folder for this process, also if a killed host left its lock.
 * @throws FolderTakenError if another host runs in it; LocalSetupError if it is not writable.
 */
export function takeDataFolder(path: string): DataFolder {
  const lock = join(path, 'host.lock');
  const hostFile = join(path, 'host.json');
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new LocalSetupError(`${path} cannot be used: ${Object(error).code}. Remove it and start again.`);
  }
  try {
    takeLock(path, lock);
    // A killed host leaves its file.
    rmSync(hostFile, { recursive: true, force: true });
  } catch (error) {
    if (error instanceof LocalSetupError) throw error;
    throw new LocalSetupError(`${path} cannot be written: ${Object(error).code}.`);
  }
  return {
    path,
    publish: (host) => {
      // Atomic: a reader never sees an incomplete file.
      writeFileSync(`${hostFile}.unfinished`, JSON.stringify(host, undefined, 2), { mode: 0o600 });
      renameSync(`${hostFile}.unfinished`, hostFile);
    },
    release: () => {
      rmSync(hostFile, { force: true });
      rmSync(lock, { force: true });
    },
  };
}

function takeLock(path: string, lock: string): void {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lock, `${process.pid} ${processStart(process.pid)}`, { flag: 'wx' });
      return;
    } catch (error) {
      if (Object(error).code !== 'EEXIST') throw error;
    }
    const owner = runningOwner(lock);
    if (owner !== undefined) {
      throw new FolderTakenError(
        `Another service uses ${path} (process ${owner}). Stop it, or start with -- --ephemeral and another PORT.`,
      );
    }
    // The lock of a killed host.
    rmSync(lock, { recursive: true, force: true });
  }
  throw new LocalSetupError(`${lock} cannot be locked. Remove it and start again.`);
}

/** Id of the process that holds the lock; undefined if it has ended, or if the lock is not readable. */
function runningOwner(lock: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
  const [, pid, start] = /^(\d+) (.+)$/.exec(text.trim()) ?? [];
  return start !== undefined && processStart(Number(pid)) === start ? Number(pid) : undefined;
}
