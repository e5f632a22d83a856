import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';
import { operationsSuite } from './suites/operations-suite.ts';

const FREIGHT = fileURLToPath(new URL('../../bin/freight.ts', import.meta.url));

let service: LocalService;

beforeAll(async () => {
  // Its clock is moved, and its tables are looked through.
  service = await startLocalService({ own: true });
}, 180_000);
afterAll(() => service.stop());

/** Every item of every table of the service, as text. */
async function everything(): Promise<string> {
  const host = JSON.parse(await readFile(join(service.dataDir, 'host.json'), 'utf8')) as Record<
    string,
    string
  >;
  const client = createDocumentClient({
    endpoint: service.dynamodbEndpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const items: unknown[] = [];
  for (const [, TableName = ''] of Object.entries(host).filter(([name]) => name.endsWith('Table'))) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) items.push(...Items);
  }
  client.destroy();
  return JSON.stringify(items);
}

/** Not even in a table or an item that the erasure does not know of. */
async function expectNoTrace(orgId: string): Promise<void> {
  const text = await everything();
  const place = text.indexOf(orgId);
  expect(place < 0 ? '' : text.slice(Math.max(0, place - 200), place + 200)).toBe('');
}

describe('operations by command, on the service on this machine', () => {
  operationsSuite(() => service, {
    letMinutesPass: async () => {
      await service.freight('clock', 'advance', '5m', '--json');
    },
    expectNoTrace,
  });

  it('go on where they were killed', async () => {
    const { orgId, apiKey } = await createOrganization(service);
    const body = { orgId, url: 'http://127.0.0.1:8099/', events: ['quote.created'] };
    const { status } = await service.call('POST', '/v1/webhooks', { key: apiKey, body });
    expect(status).toBe(200);
    await service.freight('org', 'suspend', orgId, '--json');
    await service.freight('clock', 'advance', '5m', '--json');
    const erase = ['org', 'erase', orgId, '--confirm', orgId];

    // Its webhooks are gone, and it waits for deliveries under way.
    const killed = spawn(process.execPath, [FREIGHT, ...erase], {
      env: { PATH: process.env.PATH, FREIGHT_LOCAL_DIR: service.dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const chunk of killed.stderr) if (String(chunk).includes('Waiting')) break;
    killed.kill('SIGKILL');
    await once(killed, 'close');

    expect((await everything()).includes(orgId)).toBe(true);
    await expect(service.freight('org', 'resume', orgId, '--json')).rejects.toThrow('is being erased');
    await expect(service.freight(...erase, '--json')).resolves.toMatchObject({ outcome: 'erased' });
    await expectNoTrace(orgId);
  }, 120_000);
});
