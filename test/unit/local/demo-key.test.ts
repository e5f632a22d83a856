import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { demoKey } from '../../../bin/local/demo-key.ts';
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
    const first = await demoKey(folder, false, service);

    expect(await demoKey(folder, false, service)).toBe(first);
    expect(await demoKey(folder, true, service)).not.toBe(first);
    expect(await demoKey(folder, false, service)).toBe(first);
  });

  it('is created again and stored if the tables do not contain it, since a printed key must work', async () => {
    const before = await demoKey(folder, false, provisioningUnderTest());
    const emptied = provisioningUnderTest();

    const after = await demoKey(folder, false, emptied);

    expect(after).not.toBe(before);
    expect(await demoKey(folder, false, emptied)).toBe(after);
  });

  it('is created again if the gateway has no key of its organization', async () => {
    const service = provisioningUnderTest();
    const before = await demoKey(folder, false, service);
    for (const { id } of await service.provisioning.gatewayKeys.listCreated()) {
      await service.provisioning.gatewayKeys.deleteKey(id);
    }

    expect(await demoKey(folder, false, service)).not.toBe(before);
  });

  it('causes an error if its file is damaged', async () => {
    writeFileSync(join(folder, 'demo.json'), '{"apiKey":"frk_t');

    await expect(demoKey(folder, false, provisioningUnderTest())).rejects.toThrow(LocalSetupError);
  });
});
