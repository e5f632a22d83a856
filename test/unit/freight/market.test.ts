import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { isImportObject } from '../../../shared/uploads/upload-key.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';
import { SMALL_STEPS, uploadsUnderTest } from '../../support/uploads-under-test.ts';

const HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';
const good = (day: number, contributor = 'a', rate = '650') =>
  `2026-10-${String(day).padStart(2, '0')},APM Terminals Pier 400,Ontario,CA,91761,40HC,${rate},true,${contributor}`;

const folder = mkdtempSync(join(tmpdir(), 'market-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileOf(content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, `loads-${files}.csv`);
  writeFileSync(path, content);
  return path;
}
const csv = (...rows: readonly string[]) => fileOf([HEADER, ...rows, ''].join('\n'));

/** A command line, and a service that runs one step of the import during each wait of the command. */
function importsUnderTest() {
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

describe('freight market import', () => {
  it('writes rejected rows with line and reason to a file, imports the others and exits with 1', async () => {
    const test = importsUnderTest();
    const path = csv(
      good(1),
      good(1).replace('2026-10-01', '2026-10-22'),
      good(1, 'a', '65000'),
      good(1, 'a', '6,500'),
      good(1).replace('APM Terminals Pier 400', 'Nowhere Dock'),
      good(2),
    );

    const { exitCode, printed, complaints } = await test.freight('market', 'import', path);

    expect(exitCode).toBe(1);
    expect(printed).toMatch(/6 rows in .* s: 2 loads added, 0 duplicates, 4 rejected\./);
    expect(complaints).toContain(`4 of 6 rows were rejected. See ${path}.rejected.csv.`);
    expect(complaints).toMatch(/\d+ rows read \.\.\./);
    const [key = ''] = test.objects.all.keys();
    expect(key).toMatch(/^operator\/\d{4}-\d\d-\d\d\/\d{9}-loads-\d+\.csv$/);
    expect(readFileSync(`${path}.rejected.csv`, 'utf8').trimEnd().split('\n')).toEqual([
      `\uFEFFline,reason,header,value,${HEADER}`,
      expect.stringMatching(/^3,.*is in the future",date,2026-10-22,/),
      expect.stringMatching(/^4,.*times off what the move costs/),
      expect.stringMatching(/^5,.*""a"" is beyond the last column: put cells with commas in quotes/),
      expect.stringMatching(/^6,.*not a known terminal or place.*,origin,Nowhere Dock,2026/),
    ]);
  });
});

describe("an organization's loads", () => {
  it('are pooled two minutes after it was published that they are, so that all functions know it', async () => {
    const test = importsUnderTest();
    const { orgId } = await test.json('org', 'create', '--name', 'Acme');
    const ours = [...['market', 'import', csv(good(1), good(2))], '--org', orgId, '--mode', 'live'];
    const owner = `${orgId}#live`;
    test.deployment.organizations.set(orgId, { status: 'active' });
    await test.freight(...ours);
    await test.freight('market', 'import', csv(good(1, 'b'), good(2, 'c')));
    const { publish, replaceCell } = test.market;
    let pooledAt = Number.NaN;
    const waitedMs: number[] = [];
    jest.spyOn(test.market, 'publish').mockImplementation(async (summary) => {
      if (summary.shared.includes(owner)) pooledAt = test.provisioning.now().getTime();
      return publish(summary);
    });
    jest.spyOn(test.market, 'replaceCell').mockImplementation(async (...of) => {
      waitedMs.push(test.provisioning.now().getTime() - pooledAt);
      return replaceCell(...of);
    });
    const { printed } = await test.freight('org', 'sharing', orgId, 'pooled');

    expect(printed).toContain('are included in the market. Rates use the change within two minutes.');
    expect(waitedMs.length).toBeGreaterThan(0);
    expect(waitedMs.every((ms) => ms === 120_000)).toBe(true);
    const began = test.provisioning.now().getTime();
    await test.json('org', 'sharing', orgId, 'private');
    expect(test.provisioning.now().getTime()).toBe(began);
  });
});

it('a deleted market is published again by freight market demo disable, as the runbook says', async () => {
  const test = importsUnderTest();
  await test.freight('market', 'import', csv(good(1), good(2, 'b'), good(3, 'c')));
  const { regions, fit } = (await test.market.summary()) ?? {};
  jest.spyOn(test.market, 'summary').mockResolvedValueOnce(undefined);
  const publish = jest.spyOn(test.market, 'publish').mockResolvedValue(true);

  await test.json('market', 'demo', 'disable');

  expect(regions).toHaveLength(1);
  expect(publish.mock.calls).toEqual([[expect.objectContaining({ version: 1, regions, fit })]]);
});
