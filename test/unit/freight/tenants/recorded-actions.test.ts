import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-recorded-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The command line with an organization, and the recorded actions in the log of a mode. */
async function withOrganization() {
  const test = commandLineUnderTest();
  const { orgId } = (await test.json('org', 'create', '--name', 'Acme')) as { orgId: string };
  const recorded = (mode: 'test' | 'live', of = orgId) =>
    test.events({ orgId: of, mode }).map(({ action, details }) => [action, details]);
  return { ...test, orgId, recorded };
}

describe('the audit log of an organization has', () => {
  it('the export of all its data, in both modes, but not a rejected one', async () => {
    const { json, freight, orgId, recorded } = await withOrganization();
    await json('org', 'export', orgId, '--to', join(folder, 'acme'));
    expect((await freight('org', 'export', orgId, '--to', join(folder, 'acme'))).exitCode).toBe(1);

    expect(recorded('test')).toEqual([['organization.exported', undefined]]);
    expect(recorded('live')).toEqual(recorded('test'));
  });

  it('events that an operator sends, in the mode of their webhooks', async () => {
    const { json, freight, orgId, recorded } = await withOrganization();
    const { id } = await json('trigger', 'chat.created', '--org', orgId);
    const send = ['event', 'send', '--org', orgId, '--event', 'rfp.deleted', '--live', '--id', 'evt_own'];
    expect((await freight(...send, '--object', '[]')).exitCode).toBe(1);
    await json(...send, '--object', '{"rfpNumber":"R-1","status":"deleted"}');

    expect(recorded('test')).toEqual([['event.sent', { event: 'chat.created', eventId: id }]]);
    expect(recorded('live')).toEqual([['event.sent', { event: 'rfp.deleted', eventId: 'evt_own' }]]);
  });

  it('loads that an operator imports for it, and none of the operator', async () => {
    const { freight, orgId, recorded } = await withOrganization();
    const file = join(folder, 'loads.csv');
    await writeFile(file, 'load_id\n');
    await freight('market', 'import', file);
    await freight('market', 'import', file, '--org', orgId, '--mode', 'live');

    expect([recorded('test'), recorded('live')]).toEqual([[], [['loads.imported', undefined]]]);
  });

  it('copies of deleted quotes', async () => {
    const { freight, orgId, recorded } = await withOrganization();
    const quote = createQuoteIds()(new Date());
    await freight('quotes', 'copy', orgId, quote, '--from', 'restored');

    expect(recorded('live')).toEqual([['quotes.copied', { quotes: [quote], from: 'restored' }]]);
    expect(recorded('test')).toEqual(recorded('live'));
  });

  it('corrections of its counts, but not a recount that corrects nothing', async () => {
    const { json, orgId, recounts, recorded } = await withOrganization();
    recounts.set({ orgId, mode: 'test' }, { quotes: 1, differences: [] });
    await json('quotes', 'recount', orgId);
    expect(recorded('test')).toEqual([]);

    await json('quotes', 'recount', '--fix');
    expect([recorded('test'), recorded('live')]).toEqual([[['quotes.recounted', undefined]], []]);
  });
});
