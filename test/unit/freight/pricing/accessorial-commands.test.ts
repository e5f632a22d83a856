import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-tariff-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function withOrganization() {
  const test = commandLineUnderTest();
  const { orgId } = await test.json('org', 'create', '--name', 'Acme');
  const set = async (content: unknown, ...flags: string[]) => {
    const path = join(folder, 'tariff.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return test.freight('accessorials', 'set', orgId, path, ...flags);
  };
  return { ...test, orgId: String(orgId), set };
}

const STORAGE = { name: 'storage', tiers: [{ from_day: 5, amount: 100 }], effective_to: '2027-01-31' };
/** Removes the own tariff. */
const NONE = { accessorials: [] };

describe('freight accessorials', () => {
  it('shows the base tariff at first', async () => {
    const { freight, json, orgId } = await withOrganization();
    expect(await json('accessorials', 'show', orgId)).toMatchObject({ version: 0 });
    expect((await freight('accessorials', 'show', orgId)).printed).toMatch(
      /^version 0 \(base tariff\)\nNAME[\s\S]*\nchassis +\$40 +per day +on request .*default\n/,
    );
  });

  it('replaces the own tariff by a file, reads what it printed, and removes it', async () => {
    const { json, orgId, set } = await withOrganization();
    const { printed } = await set({ accessorials: [STORAGE, { name: 'prepull', enabled: false }] });
    for (const line of [
      /^version 1, set \d{4}-/,
      /\nstorage +\$100 from day 5 +per day .* - 2027-01-31 +custom\n/,
      /\nprepull +off /,
      /\nNew quotes use this tariff\.$/,
    ])
      expect(printed).toMatch(line);
    const shown = await json('accessorials', 'show', orgId);
    expect(JSON.parse((await set(shown, '--json')).printed)).toMatchObject({ version: 1, changed: false });
    expect(JSON.parse((await set(NONE, '--mode', 'live', '--json')).printed)).toMatchObject({ version: 0 });
    expect(JSON.parse((await set(NONE, '--json')).printed)).toMatchObject({ version: 2, changed: true });
  });

  it('knows the terminals of the service', async () => {
    const { json, set } = await withOrganization();
    const terminals = ['Pier Nine'];
    const entry = { name: 'gate_fee', title: 'Gate fee', unit: 'flat', amount: 5, terminals };
    expect((await set({ accessorials: [entry] })).complaints).toMatch(
      /terminals\[0\] must be the exact name/,
    );
    const file = join(folder, 'terminals.csv');
    const header = 'name,aliases,type,address,city,state,zip,latitude,longitude';
    await writeFile(file, `${header}\nPier Nine,,marine,1 Dock St,Newark,NJ,07114,40.69,-74.15`);
    await json('terminals', 'import', file);
    expect((await set({ accessorials: [entry] })).printed).toContain('Pier Nine');
  });

  it('names every fault of a file, and changes nothing', async () => {
    const { json, orgId, set } = await withOrganization();
    const { exitCode, printed, complaints } = await set({ accessorials: [{ name: 'X', amount: -1 }] });
    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: '' });
    expect(complaints.split('\n')).toEqual([
      expect.stringMatching(/^accessorials\[0\]\.name must be lower_snake_case/),
      expect.stringMatching(/^accessorials\[0\]\.amount must be a number/),
      'The tariff was not changed.',
    ]);
    expect((await set('{"accessorials": ')).complaints).toMatch(/is not valid JSON\.$/);
    expect(await json('accessorials', 'show', orgId)).toMatchObject({ version: 0 });
  });
});
