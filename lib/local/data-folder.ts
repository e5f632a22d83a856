import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { forEachTable } from '../../functions/definition-types.ts';
import { LocalSetupError } from './local-setup-error.ts';

/** Indexes of state and start time in /proc/PID/stat after the name; fields 3 and 22 in proc(5). */
const STATE = 3 - 3;
const START = 22 - 3;

/**
 * Start time of a process as the system prints it; undefined if it has ended. Process ids are reused, so that only id and
 * start time together identify a process.
 */
export function processStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env: environment })
        .toString()
        .trim();
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses, and can contain parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie process has ended.
    return fields[STATE] === 'Z' ? undefined : fields[START];
  } catch {
    return undefined;
  }
}

/** Folder of the local service's data and of its host file, unless FREIGHT_LOCAL_DIR names another one. */
export const DEFAULT_DATA_FOLDER = fileURLToPath(new URL('../../.local', import.meta.url));

/** The folder that the local service and the command line share. */
export const dataFolder = (): string => resolve(process.env.FREIGHT_LOCAL_DIR ?? DEFAULT_DATA_FOLDER);

/** File of the demo organization's key in a data folder; an ephemeral service removes its own at the end. */
export const demoFile = (dataDir: string, ephemeral: boolean): string =>
  join(dataDir, ephemeral ? 'demo-ephemeral.json' : 'demo.json');

const text = v.pipe(v.string(), v.nonEmpty());
const address = v.pipe(text, v.url());

/** Addresses and resource names of a running host, for the command line. */
export const hostFileSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...{ url: address, controlUrl: address, dynamodbEndpoint: address },
  ...{ sqsEndpoint: address, s3Endpoint: address },
  /** Names of tables. */
  tables: v.object(forEachTable(() => text)),
  ...{ standardUsagePlanId: text, uploadsBucket: text, mailBucket: text },
  /** By name. */
  queueUrls: v.record(text, address),
  /** Both only if terminals are searched on OpenSearch. */
  ...{ reindexFunctionArn: v.optional(text), openSearchEndpoint: v.optional(address) },
});

export type HostFile = v.InferOutput<typeof hostFileSchema>;

/** A data folder that this process has locked, until `release`. */
export interface DataFolder {
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
    takeLock(path, lock);
    // A killed host leaves its file.
    rmSync(hostFile, { force: true });
  } catch (error) {
    if (error instanceof LocalSetupError) throw error;
    throw new LocalSetupError(`${path} cannot be used: ${Object(error).code}. Remove it and start again.`);
  }
  return {
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
  const take = () => writeFileSync(lock, `${process.pid} ${processStart(process.pid)}`, { flag: 'wx' });
  try {
    take();
    return;
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error;
  }
  const [, pid, start] = /^(\d+) (.+)$/.exec(readFileSync(lock, 'utf8')) ?? [];
  if (start !== undefined && processStart(Number(pid)) === start) {
    throw new FolderTakenError(
      `Another service uses ${path} (process ${pid}). Stop it, or start with -- --ephemeral and another PORT.`,
    );
  }
  // The lock of a killed host.
  rmSync(lock, { force: true });
  take();
}
