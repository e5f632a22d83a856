import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalSetupError } from './local-setup-error.ts';
import { processStart } from './process-identity.ts';

/** What a running host tells the operator's command line. */
export interface HostFile {
  readonly pid: number;
  readonly url: string;
  readonly controlUrl: string;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly organizationsTable: string;
  readonly usageTable: string;
  readonly terminalsTable: string;
  readonly strategiesTable: string;
  readonly quotesTable: string;
  readonly idempotencyTable: string;
  readonly webhooksTable: string;
  readonly deliveriesTable: string;
  readonly standardUsagePlanId: string;
  readonly restApiId: string;
  readonly stageName: string;
  /** Where terminals are searched on OpenSearch. */
  readonly reindexFunctionArn?: string;
  /** Of the OpenSearch node, where there is one. */
  readonly openSearchEndpoint?: string;
  /** By name. */
  readonly queueUrls: Readonly<Record<string, string>>;
}

/** The folder that one running host has to itself. */
export interface DataFolder {
  readonly path: string;
  publish(host: HostFile): void;
  /** Gives the folder back. */
  release(): void;
}

/** Another host has the folder. */
export class FolderTakenError extends LocalSetupError {}

/**
 * Takes a data folder for this process; one left behind by a killed host is taken over.
 * @throws FolderTakenError when another host runs in it; LocalSetupError when it cannot be written.
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
    // What a killed host left.
    rmSync(hostFile, { recursive: true, force: true });
  } catch (error) {
    if (error instanceof LocalSetupError) throw error;
    throw new LocalSetupError(`${path} cannot be written: ${Object(error).code}.`);
  }
  return {
    path,
    publish: (host) => {
      // Renamed when complete: a reader never sees half of it.
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
        `Another service runs in ${path} (process ${owner}). Stop it, or start with -- --ephemeral and another PORT.`,
      );
    }
    // Its host was killed: what it left is taken over.
    rmSync(lock, { recursive: true, force: true });
  }
  throw new LocalSetupError(`${lock} cannot be taken. Remove it and start again.`);
}

/** The process that holds the lock, while it runs; undefined for one that is gone, and for a lock nobody can read. */
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
