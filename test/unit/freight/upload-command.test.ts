import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';
import { goodRow, LOADS_HEADER, SMALL_STEPS, uploadsUnderTest } from '../../support/uploads-under-test.ts';
import { highwaysFileReady } from '../places/highways-file-ready.ts';
import { BUILD_TIMEOUT_MS } from '../places/places-file-ready.ts';

const folder = mkdtempSync(join(tmpdir(), 'upload-command-'));
beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function csv(...rows: readonly string[]): string {
  files += 1;
  const path = join(folder, `loads-${files}.csv`);
  writeFileSync(path, [LOADS_HEADER, ...rows, ''].join('\n'));
  return path;
}

/** A command line, and a deployment that brings in one step of what is in its bucket whenever somebody waits. */
function deploymentUnderTest() {
  const test = commandLineUnderTest();
  const deployment = uploadsUnderTest();
  const { tagOf, writeParts, readPart, read } = test.objects;
  let uploads = 0;
  const waiting = new Map<string, Parameters<typeof deployment.run>[0]>();
  Object.assign(test.objects, {
    writeParts: async (key: string, length: number, parts: AsyncIterable<Uint8Array>) => {
      await writeParts(key, length, parts);
      if (key.includes('.refused.csv')) return;
      uploads += 1;
      waiting.set(key, { key, tag: (await tagOf(key)) ?? '', length, sequencer: String(uploads) });
    },
    read: async (key: string) => {
      for (const upload of waiting.values()) {
        if (!key.startsWith(upload.key)) continue;
        const over = { objects: plain, store: test.market, hasTime: () => false };
        await deployment.run(upload, over, SMALL_STEPS);
      }
      return read(key);
    },
  });
  const plain = { ...test.objects, writeParts, readPart, read };
  return { ...test, deployment };
}

describe('freight market import --upload', () => {
  it('puts a file in the bucket, follows its import, and brings refused rows here', async () => {
    const test = deploymentUnderTest();
    const path = csv(goodRow(1), goodRow(2), goodRow(3, 'a', '0'));

    const { exitCode, printed, complaints } = await test.freight(
      ...['market', 'import', path, '--upload', '--environment', 'dev'],
    );

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/3 rows in .* s: 2 loads added, 0 known before, 1 refused\./);
    expect(printed).toContain('nobody is answered from it yet');
    expect(complaints).toMatch(/rows read, \d+% \.\.\./);
    expect(readFileSync(`${path}.refused.csv`, 'utf8')).toContain('4,rate 0 is not above 0,2026-10-03');
    const [key = ''] = test.objects.all.keys();
    expect(key).toMatch(/^operator\/\d{4}-\d\d-\d\d\/\d{9}-loads-\d+\.csv$/);
  });

  it('does so for an organization and mode', async () => {
    const test = deploymentUnderTest();
    const { orgId } = await test.json('org', 'create', '--name', 'Acme', '--environment', 'dev');
    test.deployment.organizations.set(orgId, { status: 'active' });
    const path = csv(goodRow(1));

    const args = ['market', 'import', path, '--upload', '--org', orgId, '--mode', 'live'];
    const { exitCode, printed } = await test.freight(...args, '--environment', 'dev', '--json');

    expect(exitCode).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      owner: `${orgId}#live`,
      key: expect.stringMatching(new RegExp(`^organizations/${orgId}/live/`)),
      rows: 1,
      added: 1,
      refusedFile: '',
    });
  });

  it('says why a file is refused', async () => {
    const test = deploymentUnderTest();
    const { exitCode, complaints } = await test.freight(
      ...['market', 'import', csv(), '--upload', '--environment', 'dev'],
    );
    expect(exitCode).toBe(1);
    expect(complaints).toMatch(/operator\/.*\.csv has no rows under a header/);
  });

  it.each([
    [['nowhere.csv', '--environment', 'dev'], 1, 'nowhere.csv cannot be read (ENOENT)'],
    [['nowhere.csv'], 1, 'The service on this machine has no bucket'],
    [['nowhere.csv', '--simulated', '--environment', 'dev'], 2, 'Simulated loads are not uploaded'],
    [['nowhere.csv', '--org', 'org_none', '--environment', 'dev'], 1, 'There is no organization org_none'],
  ])('is refused with %j', async (args, code, reason) => {
    const { exitCode, complaints } = await deploymentUnderTest().freight(
      'market',
      'import',
      '--upload',
      ...args,
    );
    expect(exitCode).toBe(code);
    expect(complaints).toContain(reason);
  });
});
