import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';
import { operationsSuite } from './suites/operations-suite.ts';

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

describe('operations by command, on the service on this machine', () => {
  operationsSuite(() => service, {
    letMinutesPass: async () => {
      await service.freight('clock', 'advance', '5m', '--json');
    },
  });

  it('leave no trace of an erased organization in any table, whatever is read there', async () => {
    const { orgId } = await createOrganization(service);
    const { keyId } = await service.freight<{ keyId: string }>('key', 'create', orgId, '--live', '--json');
    expect(await everything()).toContain(keyId);
    await service.freight('org', 'suspend', orgId, '--json');
    await service.freight('clock', 'advance', '5m', '--json');
    await service.freight('org', 'erase', orgId, '--confirm', orgId, '--json');

    const left = await everything();

    expect(left).not.toContain(orgId);
    expect(left).not.toContain(keyId);
    expect(left).toContain('expires');
  }, 120_000);
});
