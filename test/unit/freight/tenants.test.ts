import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createQuoteIds } from '../../../shared/quotes/record/stored-quote.ts';
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
});

describe('freight org', () => {
  it('resumes the imports that wait in a deployment, and the rest of them where it is run again', async () => {
    const { json, freight, objects, queues } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme', ...DEV);
    await expect(json('org', 'suspend', orgId, ...DEV)).resolves.not.toHaveProperty('importsResumed');
    const message = (run: string) => ({ body: `upload ${run}`, group: `${orgId}#live` });
    const waiting = (org: string, run: string) =>
      objects.put(`work/${org}/waiting/${run}.work`, JSON.stringify(message(run)));
    for (const run of ['1', '2', '3']) waiting(orgId, run);
    waiting('org_other', '4');
    const { remove } = objects;
    let removals = 0;
    objects.remove = async (key) => {
      removals += 1;
      if (removals === 2) throw new Error('cut off');
      return remove(key);
    };

    expect((await freight('org', 'resume', orgId, ...DEV)).exitCode).not.toBe(0);
    const { printed } = await freight('org', 'resume', orgId, ...DEV);
    expect(printed).toMatch(/imports resumed +2/);
    expect([...objects.all.keys()]).toEqual(['work/org_other/waiting/4.work']);
    // The second one was sent before the command was cut off.
    expect(queues.uploads.queue.messages).toEqual(['1', '2', '2', '3'].map(message));
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

  it('deletes the gateway keys and plans of all organizations only after a confirmation', async () => {
    const { freight, json, gateway } = await organization(
      ...['--plan', 'enterprise', '--requests-per-minute', '600'],
    );
    const cleanup = ['org', 'cleanup', '--all'];
    expect((await freight(...cleanup)).exitCode).toBe(2);
    expect((await freight(...cleanup, '--confirm', 'prod')).exitCode).toBe(1);
    expect([gateway.keys.size, gateway.plans.size]).toEqual([1, 1]);

    expect(await json(...cleanup, '--confirm', 'dev')).toEqual({ retired: 0, orphans: 2 });
    expect([gateway.keys.size, gateway.plans.size]).toEqual([0, 0]);
  });

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
});

describe('freight org export', () => {
  it('writes files for their owner alone, and no manifest if it is interrupted', async () => {
    const { freight, dataStore, orgId } = await organization();
    const whole = dataStore.data.dataStore;
    const broken = {
      ...whole,
      async *read(...asked: Parameters<typeof whole.read>) {
        yield* whole.read(...asked);
        if (asked[0] === 'quotes') throw new Error('Cut off');
      },
    };
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    Object.assign(dataStore.data, { dataStore: broken });

    expect((await freight('org', 'export', orgId, '--to', first)).exitCode).toBe(1);
    expect(await readdir(first)).not.toContain('manifest.json');
    Object.assign(dataStore.data, { dataStore: whole });
    expect((await freight('org', 'export', orgId, '--to', first)).complaints).toContain('is not empty');
    expect((await freight('org', 'export', orgId, '--to', second)).exitCode).toBe(0);
    expect((await readFile(join(second, 'quotes.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(2);
    expect(await readdir(second)).toContain('manifest.json');
    expect((await stat(join(second, 'quotes.jsonl'))).mode & 0o077).toBe(0);
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
