import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { RfpId } from '../../../../shared/rfps/record/stored-rfp.ts';
import {
  NOW,
  newAccount,
  newRfp,
  reservation,
  startRfps,
  storeAwaited,
  storeRfp,
  type Table,
  usedCalls,
} from '../rfps-under-test.ts';

let table: Table;
beforeAll(async () => {
  table = await startRfps();
}, 180_000);
afterAll(() => table.stop());

const create = async (account: Account, rfp = newRfp(1)) =>
  (await storeRfp(table, account, rfp, reservation(1))).outcome;

const awaited = async (account: Account, uploadUntil = '2026-10-07T18:00:00.000Z') =>
  (await storeAwaited(table, account, uploadUntil)).outcome;

/** Prices the only chunk of an RFP. */
async function price(account: Account, rfpId: RfpId, run = 1) {
  const work = await table.store.chunk(account, rfpId, run, 0);
  if (typeof work === 'string') throw new Error(work);
  const failed = { status: 'failed', code: 'NO_ROUTE', message: 'No road.' } as const;
  const summary = { ...failed, confidence: 0, weeklyCents: 0, excluded: false } as const;
  const results = { results: [failed], summaries: [summary], returnedCalls: 0 } as unknown;
  await table.store.write(account, work, results as Parameters<typeof table.store.write>[2]);
}

describe('waiting RFPs of an account', () => {
  it('are at most 20, also of concurrent creations; those above count no calls', async () => {
    const account = newAccount();
    for (let count = 0; count < 16; count++) await create(account);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => create(account)));
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'too-many-waiting'),
      ...Array.from({ length: 4 }, () => 'written'),
    ]);
    expect(await awaited(account)).toBe('too-many-waiting');
    expect(await usedCalls(table, account)).toBe(20);
    expect(await create({ ...account, mode: 'live' })).toBe('written');
  });

  it('wait until they are priced, deleted, or their address has expired', async () => {
    const account = newAccount();
    const [priced, deleted] = [newRfp(1), newRfp(1)];
    await create(account, priced);
    await create(account, deleted);
    expect(await awaited(account, '2026-10-07T16:59:59.000Z')).toBe('written');
    for (let count = 0; count < 17; count++) await awaited(account);
    // The one whose address has expired gives its place.
    expect([await create(account), await create(account)]).toEqual(['written', 'too-many-waiting']);
    await price(account, priced.rfpId);
    await table.store.delete(account, deleted.rfpId);
    expect([await create(account), await awaited(account), await create(account)]).toEqual([
      ...['written', 'written', 'too-many-waiting'],
    ]);
  });

  it('are also those that are repriced, by the market or by other margins', async () => {
    const account = newAccount();
    const rfp = newRfp(1);
    await create(account, rfp);
    await price(account, rfp.rfpId);
    for (let count = 0; count < 20; count++) await create(account);
    const stored = await table.store.read(account, rfp.rfpId);
    if (stored === undefined) throw new Error('there is no RFP');
    const version = { at: NOW, version: { pricing: rfp.pricing }, reservation: reservation(1) };
    expect((await table.store.change(account, stored, version)).outcome).toBe('too-many-waiting');
    const none = { lanes: new Map(), inputs: new Map(), chunks: [], corrected: [] };
    const terms = { ...none, chunks: [0] };
    expect((await table.store.change(account, stored, { at: NOW, terms })).outcome).toBe('too-many-waiting');
    expect((await table.store.read(account, rfp.rfpId))?.run).toBe(1);
    expect(await usedCalls(table, account)).toBe(21);
    // A change that prices nothing needs no place.
    const won = { ...none, lanes: new Map([[0, { outcome: 'won' as const }]]) };
    expect((await table.store.change(account, stored, { at: NOW, name: 'Other', terms: won })).outcome).toBe(
      'written',
    );
  });
});
