import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordOwnerOf } from '../../../../shared/operations/organization-data/dynamodb-record-owner.ts';
import {
  EXPORT_FILE_NAMES,
  EXPORT_FILES,
  EXPORT_FORMAT,
} from '../../../../shared/operations/organization-data/export-organization.ts';
import { toItemLine } from '../../../../shared/operations/organization-data/stored-item.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';
import { rfpItems } from '../../../support/rfp-items.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-export-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** An organization that holds something. */
async function organization() {
  const line = commandLineUnderTest();
  const { orgId } = await line.json('org', 'create', '--name', 'Acme');
  line.dataStore.add(orgId, 'webhook', 'quote', 'quote-detail', 'quote', 'quote-detail', 'delivery');
  return { ...line, orgId };
}

describe('freight org erase', () => {
  it('counts and deletes nothing in a dry run, also of an active organization', async () => {
    const { freight, dataStore, orgId } = await organization();

    const { exitCode, printed } = await freight('org', 'erase', orgId, '--dry-run');

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/2 {2}quote\n/);
    expect(printed).toContain(`Suspend it first with freight org suspend ${orgId}`);
    expect(printed).toContain('Tables scanned: quotes; 3 MB in total.');
    expect(printed).toContain('point-in-time backups of the tables, until 2026-04-05');
    expect(dataStore.held).toHaveLength(6);
  });

  it.each([
    ['an active organization', [], 1, 'is active. Suspend it first with freight org suspend'],
    ['without a confirmation', ['suspend'], 2, 'Use --dry-run to preview'],
    ['with another name', ['suspend', 'other'], 1, '"org_other" is not org_'],
  ])('rejects %s, and deletes nothing', async (_case, [suspend, other], exitCode, words) => {
    const { freight, json, dataStore, orgId } = await organization();
    if (suspend) await json('org', 'suspend', orgId);
    const confirm = other ? ['--confirm', 'org_other'] : suspend ? [] : ['--confirm', orgId];

    const outcome = await freight('org', 'erase', orgId, ...confirm);

    expect(outcome).toMatchObject({ exitCode, printed: '' });
    expect(outcome.complaints).toContain(words);
    expect(dataStore.held).toHaveLength(6);
  });

  it('erases what was confirmed, and says what a recount found and what backups still hold', async () => {
    const { freight, json, dataStore, orgId } = await organization();
    await json('org', 'suspend', orgId);

    const { exitCode, printed } = await freight('org', 'erase', orgId, '--confirm', orgId);

    expect(exitCode).toBe(0);
    expect(printed).toContain('A recount of all tables and API Gateway found no remaining data.');
    expect(printed).toContain('Not deleted: point-in-time backups');
    expect(dataStore.held).toEqual([]);
    expect((await freight('org', 'show', orgId)).complaints).toContain('There is no organization');
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

  it('keeps what it has begun from being resumed', async () => {
    const { freight, json, provisioning, orgId } = await organization();
    await json('org', 'suspend', orgId);
    await provisioning.organizations.beginErasure(orgId, provisioning.now().toISOString());

    expect(await freight('org', 'resume', orgId)).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining(`freight org erase ${orgId} --confirm ${orgId}`),
    });
  });
});

describe('an organization that is being erased', () => {
  it('gets no more into the market', async () => {
    const { freight, json, market, provisioning, orgId } = await organization();
    await json('org', 'suspend', orgId);
    await provisioning.organizations.beginErasure(orgId, provisioning.now().toISOString());

    expect(await freight('org', 'sharing', orgId, 'pooled')).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining(`${orgId} is being erased`),
    });
    expect((await market.sharing()).size).toBe(0);
  });
});

describe('freight org export', () => {
  it('writes a file a kind and the manifest, for its owner alone', async () => {
    const { json, orgId } = await organization();
    const to = join(folder, 'acme');

    const manifest = await json('org', 'export', orgId, '--to', to);

    expect(manifest).toMatchObject({ orgId, environment: 'dev', counts: { quote: 2, 'quote-detail': 2 } });
    expect(manifest.files.quote).toMatchObject({ file: 'quotes.jsonl', records: 2 });
    expect((await readFile(join(to, 'quotes.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(2);
    expect(JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8'))).toMatchObject({ orgId });
    expect(await readdir(to)).not.toContain('export-unfinished');
    expect((await stat(join(to, 'quotes.jsonl'))).mode & 0o077).toBe(0);
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

  it('replaces an interrupted export', async () => {
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
  });

  it('knows no organization that is not there', async () => {
    const { freight } = commandLineUnderTest();

    expect((await freight('org', 'export', 'org_none', '--to', folder)).complaints).toBe(
      'There is no organization org_none.',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

/** A folder with the export of an organization that has a month of usage and a webhook. */
async function exportFolder(orgId: string, further: readonly object[] = []): Promise<string> {
  const items = [
    ...further,
    {
      kind: 'organization',
      item: {
        ...{ pk: `ORG#${orgId}`, name: 'Acme', status: 'active', billing: true, usageLimit: 500 },
        ...{ plan: 'standard', createdAt: '2026-01-01T00:00:00.000Z' },
      },
    },
    { kind: 'usage', item: { account: `${orgId}#live`, period: '2026-01', used: 7 } },
    { kind: 'webhook', item: { pk: `${orgId}#live`, sk: 'wh_1', url: 'https://receiver.example' } },
  ];
  const records: Readonly<Record<string, readonly object[]>> = {
    items,
    key: [{ keyId: 'key_1' }],
    webhook: [{}],
  };
  const files: Record<string, object> = {};
  for (const name of EXPORT_FILE_NAMES) {
    const lines = records[name] ?? [];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFile(join(folder, EXPORT_FILES[name]), text);
    files[name] = { records: lines.length, sha256: createHash('sha256').update(text).digest('hex') };
  }
  const manifest = { format: EXPORT_FORMAT, orgId, environment: 'prod', files };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

describe('freight org import', () => {
  it('imports an organization suspended, with a new gateway key, and states what to do next', async () => {
    const { freight, json, provisioning, dataStore } = commandLineUnderTest();

    const { exitCode, printed } = await freight('org', 'import', await exportFolder('org_acme'));

    expect(exitCode).toBe(0);
    expect(printed).toContain(
      'freight key create org_acme: the 1 API keys of the export cannot be imported.',
    );
    expect(printed).toContain('Each of its 1 webhooks has a new signing secret');
    const organization = await provisioning.organizations.find('org_acme');
    expect(organization).toMatchObject({ name: 'Acme', status: 'suspended', usageLimit: 500 });
    expect(organization).not.toHaveProperty('importing');
    expect(await provisioning.gatewayKeys.listCreated()).toMatchObject([{ orgId: 'org_acme', kind: 'key' }]);
    expect(dataStore.held).toMatchObject([
      { kind: 'usage', item: { used: 7 } },
      { kind: 'webhook', item: { secret: { ciphertext: expect.stringMatching(/^sealed whsec_/) } } },
    ]);
    expect(await json('org', 'resume', 'org_acme')).toMatchObject({ status: 'active' });
  });

  it('lists the RFPs that were being priced at the export, and imports them as failed', async () => {
    const { freight, dataStore } = commandLineUnderTest();
    const account = { orgId: 'org_acme', mode: 'live' } as const;
    const rfp = { lanes: 51, versions: 1, state: 'open', name: 'Drayage', withTerms: false } as const;
    const [complete, [head = {}, ...parts]] = [rfpItems(account, rfp), rfpItems(account, rfp)];
    const items = [...complete, { ...head, remaining: 1 }, ...parts].map((item) => {
      const kind = recordOwnerOf('rfps', item)?.kind ?? 'rfp';
      return Object(toItemLine({ table: 'rfps', kind, key: {}, item }));
    });
    const [priced, pricing] = [complete[0]?.sk, head.sk];

    const { printed } = await freight('org', 'import', await exportFolder('org_acme', items));

    expect(printed).toContain(`1 RFPs have the status failed, because they were being priced or changed`);
    expect(printed).toContain(`Create them again: ${pricing}.`);
    const heads = dataStore.held.filter(({ kind }) => kind === 'rfp').map(({ item }) => item);
    expect(heads).toMatchObject([
      { sk: priced, state: 'open', imported: true },
      { sk: pricing, state: 'failed', remaining: 0, failure: { code: 'IMPORT_INCOMPLETE' }, imported: true },
    ]);
  });

  it('does not overwrite an organization, or its data', async () => {
    const { freight, dataStore } = commandLineUnderTest();
    dataStore.add('org_acme', 'quote');
    const from = await exportFolder('org_acme');

    expect(await freight('org', 'import', from)).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining(
        'The tables have data of org_acme (quote), and it is not overwritten.',
      ),
    });
    dataStore.held.length = 0;
    expect((await freight('org', 'import', from)).exitCode).toBe(0);
    expect(await freight('org', 'import', from)).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('org_acme exists, and is not overwritten.'),
    });
  });

  it('neither resumes nor exports an organization whose import is incomplete', async () => {
    const { freight, provisioning, dataStore } = commandLineUnderTest();
    const from = await exportFolder('org_acme');
    const { put } = dataStore.data.dataStore;
    Object.assign(dataStore.data.dataStore, { put: () => Promise.reject(new Error('Cut off')) });
    expect((await freight('org', 'import', from)).exitCode).toBe(1);
    for (const command of [['resume'], ['export', '--to', join(folder, 'new')]]) {
      const [name = '', ...flags] = command;
      expect((await freight('org', name, 'org_acme', ...flags)).complaints).toContain(
        'Run freight org import with the same folder again.',
      );
    }

    Object.assign(dataStore.data.dataStore, { put });
    expect((await freight('org', 'import', from)).exitCode).toBe(0);
    expect(await provisioning.gatewayKeys.listCreated()).toHaveLength(1);
  });

  it('rejects a folder without an export before it connects', async () => {
    const { freight, connect } = commandLineUnderTest();
    expect(await freight('org', 'import', folder)).toMatchObject({
      exitCode: 1,
      complaints: `${join(folder, 'manifest.json')} cannot be read. The folder has no complete export.`,
    });
    expect(connect).not.toHaveBeenCalled();
  });
});
