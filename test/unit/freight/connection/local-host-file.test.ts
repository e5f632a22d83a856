import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLocalHost } from '../../../../bin/freight/connection/local-host-file.ts';
import { forEachTable } from '../../../../lib/functions/function-definition.ts';

const HOST = {
  pid: process.pid,
  url: 'http://127.0.0.1:3000',
  controlUrl: 'http://127.0.0.1:3001/control',
  dynamodbEndpoint: 'http://127.0.0.1:3002',
  tables: forEachTable((table) => table),
  standardUsagePlanId: 'plan1',
  restApiId: 'api1',
  stageName: 'local',
  sqsEndpoint: 'http://127.0.0.1:3003',
  s3Endpoint: 'http://127.0.0.1:3004',
  uploadsBucket: 'uploads',
  queueUrls: { events: 'http://127.0.0.1:3003/0/events' },
};

const NOT_RUNNING =
  'No local service is running. Start it with npm start or name a deployment with --environment.';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-'));
  file = join(folder, 'host.json');
});

afterEach(() => rm(folder, { recursive: true }));

async function processThatEnded(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  return child.pid ?? 0;
}

describe('the local host', () => {
  it('is found by its file while its process lives', async () => {
    await writeFile(file, JSON.stringify({ ...HOST, more: 'is fine' }));

    await expect(findLocalHost(file)).resolves.toEqual(HOST);
  });

  it('is not there without a file', async () => {
    await expect(findLocalHost(file)).rejects.toThrow(NOT_RUNNING);
  });

  it('is not there when its process ended without a goodbye', async () => {
    await writeFile(file, JSON.stringify({ ...HOST, pid: await processThatEnded() }));

    await expect(findLocalHost(file)).rejects.toThrow(NOT_RUNNING);
  });

  it.each([
    ['empty', ''],
    ['half written', '{"pid": 1'],
    ['of another kind', '[]'],
    ['without a process', JSON.stringify({ ...HOST, pid: undefined })],
    ['with a process group for a process', JSON.stringify({ ...HOST, pid: -1 })],
    ['with no address', JSON.stringify({ ...HOST, controlUrl: '' })],
  ])('is not there when its file is %s', async (_case, content) => {
    await writeFile(file, content);

    await expect(findLocalHost(file)).rejects.toThrow(NOT_RUNNING);
  });
});
