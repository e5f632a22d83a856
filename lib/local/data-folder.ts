import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalSetupError } from './local-setup-error.ts';

/** What a running host tells the operator's command line. */
export interface HostFile {
  readonly pid: number;
  readonly url: string;
  readonly controlUrl: string;
  readonly dynamodbEndpoint: string;
  readonly organizationsTable: string;
  readonly usageTable: string;
  readonly terminalsTable: string;
  readonly standardUsagePlanId: string;
  readonly restApiId: string;
  readonly stageName: string;
}

/** The folder that one running host has to itself. */
export interface DataFolder {
  readonly path: string;
  publish(host: HostFile): void;
  /** Gives the folder back. */
  release(): void;
}

/**
 * Takes a data folder for this process; one left behind by a killed host is taken over.
 * @throws LocalSetupError when another host runs in it, or it cannot be written.
 */
export function takeDataFolder(path: string): DataFolder {
  const lock = join(path, 'host.lock');
  const hostFile = join(path, 'host.json');
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new LocalSetupError(`${path} cannot be used: ${Object(error).code}. Remove it and start again.`);
  }
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      rmSync(hostFile, { force: true });
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
    } catch (error) {
      if (Object(error).code !== 'EEXIST') {
        throw new LocalSetupError(`${path} cannot be written: ${Object(error).code}.`);
      }
      const owner = ownerOf(lock);
      if (owner !== undefined && isAlive(owner)) {
        throw new LocalSetupError(
          `Another service runs in ${path} (process ${owner}). Stop it, or start with -- --ephemeral and another PORT.`,
        );
      }
      // Its host was killed: what it left is taken over.
      rmSync(lock, { recursive: true, force: true });
    }
  }
  throw new LocalSetupError(`${lock} cannot be taken. Remove it and start again.`);
}

function ownerOf(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}
