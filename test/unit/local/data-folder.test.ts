import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forEachTable } from '../../../lib/functions/function-definition.ts';
import { FolderTakenError, type HostFile, takeDataFolder } from '../../../lib/local/data-folder.ts';
import { LocalSetupError } from '../../../lib/local/local-setup-error.ts';

const MODULE = fileURLToPath(new URL('../../../lib/local/data-folder.ts', import.meta.url));

let path: string;
const others: ChildProcess[] = [];
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'freight-folder-'));
});
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  rmSync(path, { recursive: true, force: true });
});

const HOST: HostFile = {
  pid: process.pid,
  url: 'http://localhost:3000',
  controlUrl: 'http://127.0.0.1:1',
  dynamodbEndpoint: 'http://127.0.0.1:2',
  sqsEndpoint: 'http://127.0.0.1:1',
  s3Endpoint: 'http://127.0.0.1:3',
  uploadsBucket: 'uploads',
  tables: forEachTable((table) => table),
  standardUsagePlanId: 'standard',
  restApiId: 'api',
  stageName: 'v1',
  queueUrls: { events: 'http://127.0.0.1:1/events' },
};
const hostFile = () => join(path, 'host.json');
const lock = () => join(path, 'host.lock');

/** Starts another process that takes and publishes the folder, and keeps it until it is killed. */
async function otherHost(): Promise<ChildProcess> {
  const program = `import { takeDataFolder } from ${JSON.stringify(MODULE)};
    takeDataFolder(${JSON.stringify(path)}).publish(${JSON.stringify(HOST)});
    console.log('taken');
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(other);
  await once(other.stdout, 'data');
  return other;
}

async function kill(other: ChildProcess): Promise<void> {
  other.kill('SIGKILL');
  await once(other, 'exit');
}

describe('the data folder of a host', () => {
  it('is created if it does not exist', () => {
    const folder = takeDataFolder(join(path, 'a/b'));

    expect(folder.path).toBe(join(path, 'a/b'));
    expect(existsSync(join(path, 'a/b/host.lock'))).toBe(true);
  });

  it('is rejected while another host uses it; the error names the host', async () => {
    const other = await otherHost();

    expect(() => takeDataFolder(path)).toThrow(FolderTakenError);
    expect(() => takeDataFolder(path)).toThrow(
      `Another service uses ${path} (process ${other.pid}). Stop it, or start with -- --ephemeral and another PORT.`,
    );
    expect(existsSync(hostFile())).toBe(true);
  });

  it('is taken over from a killed host, and the file that it published is removed', async () => {
    await kill(await otherHost());
    expect(readdirSync(path).sort()).toEqual(['host.json', 'host.lock']);

    takeDataFolder(path);

    expect(readdirSync(path)).toEqual(['host.lock']);
  });

  it('is taken over if another process has the process ID of the killed host', async () => {
    const other = await otherHost();
    const left = readFileSync(lock(), 'utf8');
    await kill(other);
    writeFileSync(lock(), left.replace(String(other.pid), String(process.ppid)));

    expect(() => takeDataFolder(path)).not.toThrow();
  });

  it('is rejected for a second host of the same process', () => {
    takeDataFolder(path);

    expect(() => takeDataFolder(path)).toThrow(`(process ${process.pid})`);
  });

  it('can be taken again after it was released', () => {
    takeDataFolder(path).release();

    expect(() => takeDataFolder(path)).not.toThrow();
  });

  it.each([
    ['empty', ''],
    ['not a number', 'not a number'],
    ['an unused process ID', '0 0'],
    ['only a process ID', `${process.pid}`],
    ['bytes', '\u0000\u0001'],
  ])('is taken over if its lock is damaged: %s', (_, content) => {
    writeFileSync(lock(), content);

    const folder = takeDataFolder(path);

    expect(readFileSync(lock(), 'utf8')).toContain(String(process.pid));
    folder.release();
    expect(readdirSync(path)).toEqual([]);
  });

  it('is taken if its files are folders', () => {
    mkdirSync(join(lock(), 'inside'), { recursive: true });
    mkdirSync(join(hostFile(), 'inside'), { recursive: true });

    takeDataFolder(path).publish(HOST);

    expect(JSON.parse(readFileSync(hostFile(), 'utf8'))).toEqual(HOST);
  });

  it.each([
    ['a file in its place', () => join(path, 'file')],
    ['a file above it', () => join(path, 'file/folder')],
    ['a folder of the system', () => '/proc/self'],
  ])('is rejected with an error of one line if it is not writable: %s', (_, place) => {
    writeFileSync(join(path, 'file'), '');

    const take = () => takeDataFolder(place());

    expect(take).toThrow(LocalSetupError);
    expect(take).toThrow(new RegExp(`^${place()} cannot be (used|written): [A-Z_]+\\.[^\\n]*$`));
  });
});

describe('the published file of a host', () => {
  it('is readable only by its owner, and complete', () => {
    takeDataFolder(path).publish(HOST);

    expect(JSON.parse(readFileSync(hostFile(), 'utf8'))).toEqual(HOST);
    expect(statSync(hostFile()).mode & 0o777).toBe(0o600);
    expect(readdirSync(path).sort()).toEqual(['host.json', 'host.lock']);
  });

  it('is replaced atomically: a reader of the old file reads it completely', () => {
    const folder = takeDataFolder(path);
    folder.publish(HOST);
    const reader = openSync(hostFile(), 'r');
    try {
      folder.publish({ ...HOST, url: 'http://localhost:4000' });

      expect(JSON.parse(readFileSync(reader, 'utf8'))).toEqual(HOST);
      expect(JSON.parse(readFileSync(hostFile(), 'utf8'))).toMatchObject({ url: 'http://localhost:4000' });
    } finally {
      closeSync(reader);
    }
  });

  it('is removed when the folder is released, and other files are kept', () => {
    writeFileSync(join(path, 'gateway.json'), '{}');
    const folder = takeDataFolder(path);
    folder.publish(HOST);

    folder.release();

    expect(readdirSync(path)).toEqual(['gateway.json']);
  });
});
