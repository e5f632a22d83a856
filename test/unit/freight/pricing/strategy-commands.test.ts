import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';
import { strategyBody } from '../../../support/strategy-body.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-strategy-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(content: unknown): Promise<string> {
  const path = join(folder, 'strategy.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function withOrganization() {
  const test = commandLineUnderTest();
  const { orgId } = await test.json('org', 'create', '--name', 'Acme');
  const set = async (content: unknown, ...flags: string[]) =>
    test.freight('strategy', 'set', orgId, await file(content), ...flags);
  return { ...test, orgId: String(orgId), set };
}

describe('freight strategy', () => {
  it('shows what every organization begins with', async () => {
    const { freight, json, orgId } = await withOrganization();

    expect(await json('strategy', 'show', orgId)).toEqual({ version: 0, ...strategyBody(), updated_at: '' });
    expect((await freight('strategy', 'show', orgId)).printed).toMatch(
      /^version 0.*\nmargin +15%, at least \$50, from 0 miles\nfuel +separate\n/,
    );
    expect((await freight('strategy', 'history', orgId)).printed).toBe(
      'No versions. The default strategy (version 0) applies.',
    );
  });

  it('replaces it by a file, keeps every version, and says it in words', async () => {
    const { freight, json, orgId, set } = await withOrganization();
    const change = {
      margins_by_equipment: { reefer: [{ from_miles: 0, percent: 20, floor: 80 }] },
      accessorial_overrides: { chassis: { rate: 45 }, prepull: { percent_of_base: 10 } },
      volume_discounts: [{ percent: 5, containers: 20 }],
      port_fees: true,
      validity_days: 14,
      converted_quotes_as_loads: true,
    };

    const { exitCode, printed } = await set(strategyBody(change));
    await set(strategyBody({ validity_days: 3 }));

    expect(exitCode).toBe(0);
    for (const line of [
      /^version 1, set \d{4}-/,
      /\nmargin, reefer +20%, at least \$80, from 0 miles\n/,
      /\nport fees +charged\n/,
      /\nconverted quotes +become loads in the own market data\n/,
      /\nvolume discount +5% from 20 containers\n/,
      /\nchassis +\$45\n/,
      /\nprepull +10% of the base rate\n/,
      /\nNew quotes use this strategy.$/,
    ])
      expect(printed).toMatch(line);
    expect(await json('strategy', 'show', orgId, '--version', '1')).toMatchObject({ version: 1, ...change });
    expect(await json('strategy', 'show', orgId)).toMatchObject({ version: 2, validity_days: 3 });
    const history = await json('strategy', 'history', orgId);
    expect(history.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect((await freight('strategy', 'history', orgId)).printed).toMatch(
      /^VERSION {2}SET +BY +NOTE\n2 {8}\S+ {2}operator\n1 {8}\S+ {2}operator$/,
    );
  });

  it('reads rules, lists them, and names the places that they cannot name', async () => {
    const { freight, json, orgId, set } = await withOrganization();
    const rules = [
      {
        name: 'Acme weekends',
        when: { customer: 'Acme', origin: 'USSAV', weekdays: ['sunday', 'saturday'] },
        terms: { margin: { percent: 12, floor: 40 }, fuel: 'included' },
      },
    ];
    await set(strategyBody({ rules }));
    expect((await freight('strategy', 'show', orgId)).printed).toContain(
      [
        'rules, of which the first match applies:',
        'Acme weekends         if customer Acme, origin USSAV, weekdays sunday saturday: margin percent 12 floor 40, fuel included',
      ].join('\n'),
    );
    const shown = await json('strategy', 'show', orgId);
    expect(shown).toMatchObject({ version: 1, rules });
    expect(JSON.parse((await set(shown, '--json')).printed)).toMatchObject({ changed: false });
    const { complaints } = await set(
      strategyBody({ rules: [{ ...rules[0], when: { origin: 'Springfield' } }] }),
    );
    expect(complaints).toMatch(/^rules\[0\]\.when\.origin is ambiguous; send one of /);
  });

  it('reads its own output, also with a byte order mark, and then changes nothing', async () => {
    const { freight, json, orgId, set } = await withOrganization();
    await set(strategyBody({ validity_days: 3 }));
    const { printed } = await freight('strategy', 'show', orgId, '--json');

    const again = await set(`\ufeff${printed}`, '--json');

    expect(JSON.parse(again.printed)).toMatchObject({ version: 1, changed: false });
    expect(await json('strategy', 'history', orgId)).toHaveLength(1);
  });

  it('keeps test and live apart', async () => {
    const { json, orgId, set } = await withOrganization();
    await set(strategyBody({ validity_days: 3 }), '--mode', 'live');

    expect(await json('strategy', 'show', orgId, '--mode', 'live')).toMatchObject({ validity_days: 3 });
    expect(await json('strategy', 'show', orgId, '--mode', 'test')).toMatchObject({ version: 0 });
    expect(await json('strategy', 'show', orgId)).toMatchObject({ version: 0 });
  });

  it('names every fault of a file, and changes nothing', async () => {
    const { json, orgId, set } = await withOrganization();

    const { exitCode, printed, complaints } = await set(strategyBody({ fuel: 'no', validity_days: 0 }));

    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: '' });
    expect(complaints.split('\n')).toEqual([
      'fuel must be "separate" or "included"',
      'validity_days must be a whole number from 1 to 90',
      'The strategy was not changed.',
    ]);
    expect(await json('strategy', 'show', orgId)).toMatchObject({ version: 0 });
  });

  it.each([
    ['no JSON', '{"margins": ', /is not valid JSON\.$/],
    ['nothing', '', /is not valid JSON\.$/],
    ['a list', '[]', /^body must be a JSON object/],
  ])('rejects a file of %s', async (_case, content, words) => {
    const { exitCode, complaints } = await (await withOrganization()).set(content);
    expect([exitCode, complaints]).toEqual([1, expect.stringMatching(words)]);
  });

  it('rejects a file, an organization and a version that are not there', async () => {
    const { freight, orgId } = await withOrganization();
    const good = await file(strategyBody());
    const rejections = [
      await freight('strategy', 'set', orgId, join(folder, 'none.json')),
      await freight('strategy', 'set', 'org_none', good),
      await freight('strategy', 'show', 'org_none'),
      await freight('strategy', 'history', 'org_none'),
      await freight('strategy', 'show', orgId, '--version', '5'),
    ];
    expect(rejections.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1, 1]);
    expect(rejections.map(({ complaints }) => complaints)).toEqual([
      expect.stringMatching(/none\.json cannot be read: ENOENT\.$/),
      'There is no organization org_none.',
      'There is no organization org_none.',
      'There is no organization org_none.',
      `Unknown version 5 of the test strategy of ${orgId}.`,
    ]);
  });

  it('is misused with a mode or a version that is none', async () => {
    const { freight, orgId } = await withOrganization();
    for (const flags of [
      ['--mode', 'both'],
      ['--version', 'last'],
      ['--version', '-1'],
    ])
      expect((await freight('strategy', 'show', orgId, ...flags)).exitCode).toBe(2);
  });
});
