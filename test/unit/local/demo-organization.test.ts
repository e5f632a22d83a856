import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoOrganization } from '../../../bin/local/demo-organization.ts';
import { LocalSetupError } from '../../../lib/local/local-setup-error.ts';
import { provisioningUnderTest } from '../../support/provisioning-under-test.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'freight-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the demo key', () => {
  it('is the same at every start, but different for an ephemeral start', async () => {
    const service = provisioningUnderTest();
    const first = await demoOrganization(folder, false, service);

    expect(await demoOrganization(folder, false, service)).toEqual(first);
    expect(await demoOrganization(folder, true, service)).not.toEqual(first);
    expect(await demoOrganization(folder, false, service)).toEqual(first);
  });

  it('is created again and stored if the tables do not contain it, since a printed key must work', async () => {
    const before = await demoOrganization(folder, false, provisioningUnderTest());
    const emptied = provisioningUnderTest();

    const after = await demoOrganization(folder, false, emptied);

    expect(after).not.toEqual(before);
    expect(await demoOrganization(folder, false, emptied)).toEqual(after);
  });

  it('is created again if the gateway has no key of its organization', async () => {
    const service = provisioningUnderTest();
    const before = await demoOrganization(folder, false, service);
    for (const { id } of await service.provisioning.gatewayKeys.listCreated()) {
      await service.provisioning.gatewayKeys.deleteKey(id);
    }

    expect(await demoOrganization(folder, false, service)).not.toEqual(before);
  });

  it('causes an error if its file is damaged', async () => {
    writeFileSync(join(folder, 'demo.json'), '{"apiKey":"frk_t');

    await expect(demoOrganization(folder, false, provisioningUnderTest())).rejects.toThrow(LocalSetupError);
  });
});
