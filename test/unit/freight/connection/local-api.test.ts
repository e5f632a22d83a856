import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalApi } from '../../../../bin/freight/connection/local-api.ts';
import { createKey, revokeKey } from '../../../../shared/accounts/provisioning/manage-keys.ts';
import { provisionDemo } from '../../../../shared/accounts/provisioning/provision-demo.ts';
import { provisioningUnderTest } from '../../../support/provisioning-under-test.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'freight-api-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function service() {
  const { provisioning, directory } = provisioningUnderTest();
  const demo = await provisionDemo(provisioning);
  return { provisioning, demo, api: createLocalApi({ url: 'http://localhost:3000', dataDir }, directory) };
}

describe('the API of the local service', () => {
  it('knows the demo organization by the file that keeps its key', async () => {
    const { api, demo } = await service();
    await writeFile(join(dataDir, 'demo.json'), JSON.stringify(demo));

    await expect(api.demo()).resolves.toEqual(demo);
  });

  it('knows that of a service that keeps nothing, where another one kept its own', async () => {
    const { api, demo } = await service();
    await writeFile(join(dataDir, 'demo.json'), '{"orgId":"org_gone","apiKey":"frk_test_gone"}');
    await writeFile(join(dataDir, 'demo-ephemeral.json'), JSON.stringify(demo));

    await expect(api.demo()).resolves.toEqual(demo);
  });

  it.each([
    ['there is no file', undefined],
    ['it is damaged', '{"orgId":'],
    ['it is that of another database', '{"orgId":"org_gone","apiKey":"frk_test_gone"}'],
  ])('knows none where %s', async (_case, content) => {
    const { api } = await service();
    if (content !== undefined) await writeFile(join(dataDir, 'demo.json'), content);

    await expect(api.demo()).resolves.toBeUndefined();
  });

  it('knows whose a key is, and no one of one that is revoked or not known', async () => {
    const { api, demo, provisioning } = await service();
    const made = await createKey(provisioning, {
      name: 'Test',
      mode: 'live',
      scopes: ['read'],
      orgId: demo.orgId,
    });
    if (!made.ok) throw new Error('no key was made');

    await expect(api.ownerOf(made.apiKey)).resolves.toBe(demo.orgId);
    await revokeKey(provisioning, made.record.keyId);
    await expect(api.ownerOf(made.apiKey)).resolves.toBeUndefined();
    await expect(api.ownerOf('frk_test_x')).resolves.toBeUndefined();
  });
});
