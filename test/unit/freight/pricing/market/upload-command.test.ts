import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isImportObject } from '../../../../../shared/market/uploads/upload-key.ts';
import { commandLineUnderTest } from '../../../../support/command-line-under-test.ts';
import {
  goodRow,
  LOADS_HEADER,
  SMALL_STEPS,
  uploadsUnderTest,
} from '../../../../support/uploads-under-test.ts';
import { BUILD_TIMEOUT_MS } from '../../../geography/places/places-file-ready.ts';
import { highwaysFileReady } from '../../../geography/roads/highways-file-ready.ts';

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

/** A command line, and a deployment that runs one step of the import during each wait of the command. */
function deploymentUnderTest() {
  const test = commandLineUnderTest();
  const deployment = uploadsUnderTest();
  const { writeParts, readPart, read } = test.objects;
  let uploads = 0;
  const waiting = new Map<string, Parameters<typeof deployment.run>[0]>();
  Object.assign(test.objects, {
    writeParts: async (key: string, length: number, parts: AsyncIterable<Uint8Array>) => {
      const tag = await writeParts(key, length, parts);
      if (tag === undefined || isImportObject(key)) return tag;
      uploads += 1;
      waiting.set(key, { key, tag, length, sequencer: String(uploads) });
      return tag;
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
  it('puts a file in the bucket, follows its import, and brings rejected rows here', async () => {
    const test = deploymentUnderTest();
    const path = csv(goodRow(1), goodRow(2), goodRow(3, 'a', '0'));

    const { exitCode, printed, complaints } = await test.freight(
      ...['market', 'import', path, '--upload', '--environment', 'dev'],
    );

    expect(exitCode).toBe(1);
    expect(printed).toMatch(/3 rows in .* s: 2 loads added, 0 duplicates, 1 rejected\./);
    expect(printed).toContain('so other organizations do not see it yet');
    expect(complaints).toMatch(/rows read, \d+% \.\.\./);
    expect(readFileSync(`${path}.rejected.csv`, 'utf8')).toContain('4,rate 0 is not above 0,2026-10-03');
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
      rejectedFile: '',
    });
  });

  it('says why a file is rejected', async () => {
    const test = deploymentUnderTest();
    const { exitCode, complaints } = await test.freight(
      ...['market', 'import', csv(), '--upload', '--environment', 'dev'],
    );
    expect(exitCode).toBe(1);
    expect(complaints).toMatch(/operator\/.*\.csv has no rows below the header/);
  });

  it.each(['loads.csv.rejected.csv', 'fixed.rejected', 'fixed.rejected.CSV'])(
    'imports a file with the name %s, whose object in the bucket has another name',
    async (name) => {
      const test = deploymentUnderTest();
      const path = join(folder, name);
      writeFileSync(path, `${LOADS_HEADER}\n${goodRow(1)}\n`);
      const { exitCode, printed } = await test.freight(
        ...['market', 'import', path, '--upload', '--environment', 'dev'],
      );

      expect([exitCode, printed]).toEqual([0, expect.stringContaining('1 loads added')]);
    },
  );

  it('says where to look where nothing more is heard of an import', async () => {
    const test = deploymentUnderTest();
    const { read } = test.objects;
    const began = test.provisioning.now().getTime();
    // A run ends, and none comes after it.
    Object.assign(test.objects, {
      read: async (key: string) => {
        const waited = test.provisioning.now().getTime() - began;
        if (waited > 60 * 60_000) throw new Error('it waits for ever');
        return test.objects.all.has(key)
          ? test.objects.all.get(key)
          : waited < 10_000
            ? read(key)
            : undefined;
      },
    });
    const rows = Array.from({ length: 40 }, (_, row) => goodRow((row % 9) + 1));
    const { exitCode, complaints } = await test.freight(
      ...['market', 'import', csv(...rows), '--upload', '--environment', 'dev'],
    );

    expect(exitCode).toBe(1);
    expect(complaints).toMatch(/rows read/);
    expect(complaints).toMatch(
      /has made no progress for 20 minutes.*operator\/.*\.csv\.result\.json.*runbook/,
    );
  });

  it.each([
    [[folder, '--environment', 'dev'], 1, `${folder} cannot be read (EISDIR)`],
    [['/dev/null', '--environment', 'dev'], 1, '/dev/null is not a regular file'],
    [['nowhere.csv', '--environment', 'dev'], 1, 'nowhere.csv cannot be read (ENOENT)'],
    [['nowhere.csv', '--simulated', '--environment', 'dev'], 2, 'Simulated loads cannot be uploaded'],
    [['nowhere.csv', '--org', 'org_none', '--environment', 'dev'], 1, 'There is no organization org_none'],
  ])('is rejected with %j', async (args, code, reason) => {
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
