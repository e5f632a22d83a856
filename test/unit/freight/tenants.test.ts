import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createQuoteIds } from '../../../shared/quotes/record/quote-id.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-tenants-'));
});
afterEach(() => rm(folder, { recursive: true }));

const DEV = ['--environment', 'dev'];

/** An organization that holds something. */
async function organization(...flags: readonly string[]) {
  const line = commandLineUnderTest();
  const created = await line.json('org', 'create', '--name', 'Acme', ...flags);
  const { orgId, keyId, apiKey } = created as Record<'orgId' | 'keyId' | 'apiKey', string>;
  line.dataStore.add(orgId, 'webhook', 'quote', 'quote-detail', 'quote', 'quote-detail', 'delivery');
  const beginErasure = async () => {
    await line.json('org', 'suspend', orgId);
    await line.provisioning.organizations.beginErasure(orgId, line.provisioning.now().toISOString());
  };
  const recorded = (mode: 'test' | 'live') =>
    line
      .events({ orgId, mode })
      .flatMap(({ action, details }) => (action.endsWith('.created') ? [] : [[action, details]]));
  return { ...line, orgId, keyId, apiKey, beginErasure, recorded };
}

describe('freight key', () => {
  it('lets a rotated key work for one day, or for at most 168 hours', async () => {
    const { freight, json, orgId, keyId } = await organization();

    for (const overlap of ['169h', '8d', '999999999d']) {
      expect(await freight('key', 'rotate', keyId, '--overlap', overlap)).toMatchObject({
        exitCode: 2,
        complaints: expect.stringContaining('It must be at most 168h.'),
      });
    }
    await expect(json('key', 'list', orgId)).resolves.toHaveLength(1);
    const { keyId: next, oldEndsAt } = await json('key', 'rotate', keyId);
    expect(oldEndsAt).toBe('2026-03-02T12:00:00.000Z');
    await expect(json('key', 'rotate', next, '--overlap', '7d')).resolves.toMatchObject({
      oldEndsAt: '2026-03-08T12:00:00.000Z',
    });
  });

  it('lists neither keys nor their hashes, and names without characters that reorder a line', async () => {
    const { freight, json, orgId, apiKey } = await organization();
    await json('key', 'create', orgId, '--name', 'Desk\u202ekse\u2028D');

    for (const flags of [[], ['--json']]) {
      const { printed } = await freight('key', 'list', orgId, ...flags);
      expect(printed).toContain(apiKey.slice(0, 13));
      expect(printed).not.toContain(apiKey.slice(0, 14));
      expect(printed).not.toMatch(/[0-9a-f]{64}/);
    }
    expect((await freight('key', 'list', orgId)).printed).toContain('Desk kse D');
  });

  it('makes and revokes a key without organization, which cannot be rotated', async () => {
    const { freight, json } = commandLineUnderTest();

    const made = await json('key', 'create', '--no-org');

    expect(made).toMatchObject({ orgId: null, livemode: false });
    expect((await freight('key', 'rotate', made.keyId)).complaints).toContain('has no organization');
    await json('key', 'revoke', made.keyId);
    expect((await freight('key', 'revoke', made.keyId)).exitCode).toBe(1);
  });

  it.each(['a\u001b[2J', ' '])('rejects the name %j', async (name) => {
    const { freight, orgId } = await organization();

    const { exitCode, complaints } = await freight('key', 'create', orgId, '--name', name);

    expect([exitCode, complaints]).toEqual([
      2,
      expect.stringContaining('The name must be a text of 1 to 100'),
    ]);
  });
});

describe('freight org', () => {
  it('resumes the imports that wait in a deployment, and the rest of them where it is run again', async () => {
    const { json, freight, objects } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme', ...DEV);
    await expect(json('org', 'suspend', orgId, ...DEV)).resolves.not.toHaveProperty('importsResumed');
    for (const run of ['1', '2', '3']) objects.put(`work/${orgId}/waiting/${run}.work`, `upload ${run}`);
    objects.put('work/org_other/waiting/4.work', 'upload 4');
    const { remove } = objects;
    let removals = 0;
    objects.remove = async (key) => {
      removals += 1;
      if (removals === 2) throw new Error('cut off');
      return remove(key);
    };

    expect((await freight('org', 'resume', orgId, ...DEV)).exitCode).not.toBe(0);
    const { printed } = await freight('org', 'resume', orgId, ...DEV);
    expect(printed).toContain('Imports resumed: 2');
    const expected = [
      ...['1', '2', '3'].map((run) => `work/${orgId}/resumed/${run}.json`),
      'work/org_other/waiting/4.work',
    ];
    expect([...objects.all.keys()].sort()).toEqual(expected.sort());
    expect(objects.text(`work/${orgId}/resumed/2.json`)).toBe('upload 2');
    await expect(json('org', 'resume', orgId, ...DEV)).resolves.toMatchObject({ importsResumed: 0 });
  });

  it('sets billing and the limits, and keeps what it does not set', async () => {
    const { freight, json, orgId } = await organization('--no-billing', '--usage-limit', '5');
    const set = (...command: string[]) => json('org', command[0] ?? '', orgId, ...command.slice(1));

    expect(await set('billing', 'on')).toMatchObject({ billing: true, usageLimit: 5 });
    expect(await set('usage-limit', '0')).toMatchObject({ billing: true, usageLimit: 0 });
    expect(await set('quote-limit', '0')).toMatchObject({ usageLimit: 0, quoteLimit: 0 });
    expect(await set('billing', 'off')).toMatchObject({ billing: false, quoteLimit: 0 });
    expect(await set('quote-limit', 'none')).not.toHaveProperty('quoteLimit');
    for (const wrong of [
      ['billing', orgId, 'maybe'],
      ['usage-limit', orgId, '-1'],
      ['usage-limit', orgId, '1.5'],
      ['quote-limit', orgId, 'many'],
    ]) {
      expect((await freight('org', ...wrong)).exitCode).toBe(2);
    }
  });

  it("never shows the gateway's own key", async () => {
    const { freight, json, gateway } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');
    const [value = 'none'] = [...gateway.keys.values()].map((key) => key.value);

    for (const flags of [[], ['--json']]) {
      expect((await freight('org', 'show', orgId, ...flags)).printed).not.toContain(value);
    }
  });

  it.each([
    ['plan', ['enterprise', '--requests-per-minute', '60'], 1],
    ['rotate-gateway-key', [], 0],
  ])(
    '%s replaces the gateway key, which goes with a later command or after --wait',
    async (name, args, plans) => {
      for (const wait of [[], ['--wait']]) {
        const { freight, json, gateway, pass, orgId, provisioning } = await organization();
        const before = (await provisioning.organizations.find(orgId))?.gatewayKey;

        expect((await freight('org', name, orgId, ...args, ...wait)).exitCode).toBe(0);

        const after = (await provisioning.organizations.find(orgId))?.gatewayKey;
        expect(after?.value).not.toBe(before?.value);
        expect(gateway.knows(before?.value ?? '')).toBe(wait.length === 0);
        pass(120_000);
        await json('org', 'cleanup');
        expect([...gateway.keys.keys()]).toEqual([after?.id]);
        expect(gateway.plans.size).toBe(plans);
      }
    },
  );

  it.each([['rotate-gateway-key'], ['resume'], ['sharing', 'pooled']])(
    '%s changes nothing for an organization that is being erased',
    async (name, ...args) => {
      const { freight, gateway, market, orgId, beginErasure } = await organization();
      await beginErasure();
      const before = [...gateway.keys.keys()];

      expect(await freight('org', name, orgId, ...args)).toEqual({
        exitCode: 1,
        printed: '',
        complaints: expect.stringMatching(
          `^${orgId} is being erased.*freight org erase ${orgId} --confirm ${orgId}`,
        ),
      });
      expect([...gateway.keys.keys()]).toEqual(before);
      expect((await market.sharing()).size).toBe(0);
    },
  );
});

describe('freight org erase', () => {
  it('deletes nothing without a confirmation', async () => {
    const { freight, json, dataStore, orgId } = await organization();
    await json('org', 'suspend', orgId);

    expect(await freight('org', 'erase', orgId)).toMatchObject({ exitCode: 2, printed: '' });
    expect(dataStore.held).toHaveLength(6);
  });

  it('takes the name from the keyboard', async () => {
    const { freight, json, dataStore, orgId, typing } = await organization();
    await json('org', 'suspend', orgId);

    typing('no');
    expect((await freight('org', 'erase', orgId)).complaints).toContain('Nothing was deleted');
    expect(dataStore.held).toHaveLength(6);
    typing(` ${orgId} `);
    expect((await freight('org', 'erase', orgId)).exitCode).toBe(0);
    expect(dataStore.held).toEqual([]);
  });
});

describe('freight org export', () => {
  it('writes files for their owner alone, also in place of an interrupted export', async () => {
    const { freight, dataStore, orgId } = await organization();
    const { read } = dataStore.data.dataStore;
    const broken = {
      ...dataStore.data.dataStore,
      async *read(...asked: Parameters<typeof read>) {
        yield* read(...asked);
        if (asked[0] === 'quotes') throw new Error('Cut off');
      },
    };
    const whole = dataStore.data.dataStore;
    Object.assign(dataStore.data, { dataStore: broken });

    expect((await freight('org', 'export', orgId, '--to', folder)).exitCode).toBe(1);
    expect(await readdir(folder)).toContain('export-unfinished');
    expect(await readdir(folder)).not.toContain('manifest.json');
    Object.assign(dataStore.data, { dataStore: whole });
    expect((await freight('org', 'export', orgId, '--to', folder)).exitCode).toBe(0);
    expect((await readFile(join(folder, 'quotes.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(2);
    expect(await readdir(folder)).not.toContain('export-unfinished');
    expect((await stat(join(folder, 'quotes.jsonl'))).mode & 0o077).toBe(0);
  });

  it('writes nothing of an organization whose import is incomplete, which is not resumed either', async () => {
    const { freight, orgId, provisioning } = await organization();
    const found = await provisioning.organizations.find(orgId);
    if (found === undefined) throw new Error('no organization');
    await provisioning.organizations.createImported({ ...found, orgId: 'org_half', importing: 'one' });

    for (const [name = '', ...flags] of [['resume'], ['export', '--to', join(folder, 'new')]]) {
      expect((await freight('org', name, 'org_half', ...flags)).complaints).toContain(
        'Run freight org import with the same folder again.',
      );
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('rejects a folder that has something in it, and one that cannot be made', async () => {
    const { freight, orgId } = await organization();
    await writeFile(join(folder, 'mine.txt'), 'mine');

    expect((await freight('org', 'export', orgId, '--to', folder)).complaints).toBe(
      `${folder} is not empty. Use a new folder.`,
    );
    expect(
      (await freight('org', 'export', orgId, '--to', join(folder, 'mine.txt', 'x'))).complaints,
    ).toContain('cannot be written: ENOTDIR');
    expect(await readdir(folder)).toEqual(['mine.txt']);
  });
});

describe('the audit log of an organization has', () => {
  it('the export of all its data, in both modes, but not a rejected one', async () => {
    const { json, freight, orgId, recorded } = await organization();
    await json('org', 'export', orgId, '--to', join(folder, 'acme'));
    expect((await freight('org', 'export', orgId, '--to', join(folder, 'acme'))).exitCode).toBe(1);

    expect(recorded('test')).toEqual([['organization.exported', undefined]]);
    expect(recorded('live')).toEqual(recorded('test'));
  });

  it('loads that an operator imports for it, and none of the operator', async () => {
    const { freight, orgId, recorded } = await organization();
    const file = join(folder, 'loads.csv');
    await writeFile(file, 'load_id\n');
    await freight('market', 'import', file);
    await freight('market', 'import', file, '--org', orgId, '--mode', 'live');

    expect([recorded('test'), recorded('live')]).toEqual([[], [['loads.imported', undefined]]]);
  });

  it('copies of deleted quotes, and corrections of its counts but not a recount that corrects nothing', async () => {
    const { freight, json, orgId, recorded, recounts } = await organization();
    const quote = createQuoteIds()(new Date());
    recounts.set({ orgId, mode: 'test' }, { quotes: 1, differences: [] });
    await freight('quotes', 'copy', orgId, quote, '--from', 'restored');
    await json('quotes', 'recount', orgId);
    const copied = ['quotes.copied', { quotes: [quote], from: 'restored' }];
    expect([recorded('test'), recorded('live')]).toEqual([[copied], [copied]]);

    await json('quotes', 'recount', '--fix');
    expect([recorded('test'), recorded('live')]).toEqual([
      [copied, ['quotes.recounted', undefined]],
      [copied],
    ]);
  });
});
