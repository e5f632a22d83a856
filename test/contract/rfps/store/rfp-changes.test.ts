import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { KeyedAnswer } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { priceChunkUseCase } from '../../../../shared/rfps/price-chunk.ts';
import { countLanes, NO_COUNTERS } from '../../../../shared/rfps/record/rfp-counters.ts';
import type { RfpChange, RfpId, RfpTerms, StoredRfp } from '../../../../shared/rfps/record/stored-rfp.ts';
import {
  allResults,
  answerOf,
  chunksToWrite,
  created,
  NOW,
  newAccount,
  PERIOD,
  pricingPorts,
  reservation,
  startRfps,
  type Table,
  usedCalls,
} from '../rfps-under-test.ts';

const LANES = 120;
const TOMORROW = '2026-10-08T17:00:00.000Z';

let table: Table;
let store: Table['store'];
let price: ReturnType<typeof priceChunkUseCase>;
beforeAll(async () => {
  table = await startRfps();
  ({ store } = table);
  price = priceChunkUseCase(pricingPorts(store));
}, 180_000);
afterAll(() => table.stop());

const change = (account: Account, rfp: StoredRfp, parts: Omit<RfpChange, 'at'>, answer?: KeyedAnswer) =>
  store.change(account, rfp, { at: NOW, ...parts }, answer);

const read = async (account: Account, rfpId: RfpId): Promise<StoredRfp> => {
  const rfp = await store.read(account, rfpId);
  if (rfp === undefined) throw new Error('no RFP');
  return rfp;
};

/** Prices the chunks of the current run, and returns them with the RFP. */
const finishRun = async (account: Account, rfpId: RfpId) => {
  const rfp = await read(account, rfpId);
  const chunks = await chunksToWrite(table, account, rfpId);
  for (const chunk of chunks) await price({ account, rfpId, run: rfp.run, chunk }, false);
  return { chunks, rfp: await read(account, rfpId) };
};

const pricedRfp = async () => {
  const account = newAccount();
  const rfpId = await created(store, account, LANES);
  const { rfp, chunks } = await finishRun(account, rfpId);
  expect(chunks).toEqual([0, 1, 2]);
  return { account, rfpId, rfp };
};

const summariesOf = async (account: Account, { rfpId, version }: StoredRfp) =>
  [...(await store.summaries(account, rfpId, version)).values()].flat();

const NONE: RfpTerms = { lanes: new Map(), inputs: new Map(), chunks: [], corrected: [] };
const TERMS: RfpTerms = {
  ...NONE,
  lanes: new Map([
    [1, { excluded: true }],
    [101, { excluded: true, outcome: 'lost' }],
  ]),
  chunks: [0, 2],
};

describe('a change of the terms of lanes', () => {
  it('prices the chunks with changed lanes from their market costs, and takes no usage', async () => {
    const { account, rfpId, rfp } = await pricedRfp();
    const before = await allResults(table, account, rfpId);
    expect(await change(account, rfp, { terms: TERMS })).toEqual({ outcome: 'written' });
    expect(await read(account, rfpId)).toMatchObject({
      run: 2,
      version: 1,
      remaining: 2,
      counters: rfp.counters,
    });

    const { chunks, rfp: changed } = await finishRun(account, rfpId);
    expect(chunks).toEqual([0, 2]);
    expect(changed.remaining).toBe(0);
    const after = await allResults(table, account, rfpId);
    expect(after.results).toEqual(before.results);
    const differing = after.summaries.flatMap((summary, at) =>
      JSON.stringify(summary) === JSON.stringify(before.summaries[at]) ? [] : [at],
    );
    expect(differing).toEqual([1, 101]);
    expect(changed.counters).toEqual(countLanes(after.summaries));
    expect(changed.counters).toMatchObject({ excluded: 2, priced: rfp.counters.priced });
    expect(await store.terms(account, changed)).toEqual(TERMS);
    expect(await usedCalls(table, account)).toBe(12);

    expect(await change(account, changed, { terms: { ...NONE, chunks: [0, 2] } })).toEqual({
      outcome: 'written',
    });
    expect((await finishRun(account, rfpId)).rfp.counters).toEqual(rfp.counters);
  });

  it('happens only to an RFP that is as it was read', async () => {
    const { account, rfpId, rfp } = await pricedRfp();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => change(account, rfp, { terms: TERMS })),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'changed-meanwhile',
      'changed-meanwhile',
      'changed-meanwhile',
      'written',
    ]);
    const pricing = await read(account, rfpId);
    for (const parts of [{ terms: TERMS }, { state: 'closed' }] as const) {
      expect(await change(account, pricing, parts)).toEqual({ outcome: 'changed-meanwhile' });
    }
    expect(await change(account, pricing, { name: 'New' })).toEqual({ outcome: 'written' });
    expect(await read(account, rfpId)).toEqual({ ...pricing, name: 'New' });
    await store.delete(account, rfpId);
    expect(await change(account, pricing, { name: 'Newer' })).toEqual({ outcome: 'changed-meanwhile' });
    expect(await store.read(account, rfpId)).toBeUndefined();
  });

  it('can set and remove a margin for all lanes, and outcomes without a run', async () => {
    const { account, rfpId, rfp } = await pricedRfp();
    const all = { ...NONE, chunks: [0, 1, 2] };
    await change(account, rfp, { margin: { percent: 50 }, terms: all });
    const { rfp: dearer } = await finishRun(account, rfpId);
    expect(dearer.marginPercent).toBe(50);
    expect(dearer.counters.openWeeklyCents).toBeGreaterThan(rfp.counters.openWeeklyCents);
    await change(account, dearer, { margin: { percent: undefined }, terms: all });
    const { rfp: again } = await finishRun(account, rfpId);
    expect(again.marginPercent).toBeUndefined();
    expect(again.counters).toEqual(rfp.counters);

    const won = { ...NONE, lanes: new Map([[6, { outcome: 'won' as const }]]) };
    const counters = { ...again.counters, won: 1, open: again.counters.open - 1 };
    expect(await change(account, again, { counters, terms: won })).toEqual({ outcome: 'written' });
    const awarded = await read(account, rfpId);
    expect(awarded).toMatchObject({ state: 'open', remaining: 0, run: again.run, counters });
    expect(await store.terms(account, awarded)).toEqual(won);
    expect(await change(account, awarded, { state: 'closed' })).toEqual({ outcome: 'written' });
    expect((await read(account, rfpId)).state).toBe('closed');
  });
});

describe('corrected lanes', () => {
  it('are stored apart, priced by the market with the rest as it was, and earlier revisions keep theirs', async () => {
    const { account, rfpId, rfp } = await pricedRfp();
    const before = await allResults(table, account, rfpId);
    const chunk = (await store.inputs(account, rfpId, NONE, [2])).get(2) ?? [];
    const drafts = chunk.map((draft, at) => (at === 4 ? { ...draft, origin: 'USNYC', errors: [] } : draft));
    await store.storeInputs(account, rfpId, new Map([[2, drafts]]), 'one');
    expect((await store.lanes(account, rfp, [104])).get(104)?.draft).toEqual(chunk[4]);
    const terms = { ...NONE, inputs: new Map([[2, 'one']]), chunks: [2], corrected: [104] };
    const call = { calls: 1, period: PERIOD, usageLimit: 13 };
    expect(await change(account, rfp, { terms, reservation: call })).toEqual({ outcome: 'written' });
    const { chunks, rfp: corrected } = await finishRun(account, rfpId);
    expect([chunks, corrected.calls, await usedCalls(table, account)]).toEqual([[2], 13, 13]);
    const { results } = await allResults(table, account, rfpId);
    const same = (at: number) => JSON.stringify(results[at]) === JSON.stringify(before.results[at]);
    expect([...results.keys()].filter((at) => !same(at))).toEqual([104]);
    expect((await store.lanes(account, corrected, [104])).get(104)).toMatchObject({ draft: drafts[4] });
    expect((await store.lanes(account, rfp, [104])).get(104)).toMatchObject({ draft: chunk[4] });
  });
});

describe('a repricing', () => {
  const version = (usageLimit?: number) => ({
    version: { pricing: { asOf: TOMORROW, strategyVersion: 0 } },
    reservation: reservation(LANES, usageLimit),
  });

  it('prices all lanes in a new version, counts them, and keeps the totals of the earlier one', async () => {
    const { account, rfpId, rfp } = await pricedRfp();
    expect(await change(account, rfp, version())).toEqual({ outcome: 'written' });
    const pricing = await read(account, rfpId);
    expect(pricing).toMatchObject({
      ...{ version: 2, run: 2, remaining: 3, counters: NO_COUNTERS, calls: 12, period: PERIOD },
      pricing: { asOf: TOMORROW, strategyVersion: 0 },
    });
    expect(await usedCalls(table, account)).toBe(24);
    const { chunks, rfp: repriced } = await finishRun(account, rfpId);
    expect(chunks).toEqual([0, 1, 2]);
    expect(repriced.counters).toEqual(countLanes(await summariesOf(account, repriced)));
    const { counters, calls, pricing: market } = rfp;
    const kept = { version: 1, pricing: market, termsRevision: 0, counters, calls };
    expect(await store.earlierVersions(account, rfpId, 20)).toEqual([kept]);
    expect(await store.earlierVersion(account, rfpId, 1)).toEqual(kept);
    expect(await store.earlierVersion(account, rfpId, 2)).toBeUndefined();
    expect(await summariesOf(account, rfp)).toHaveLength(LANES);
  });

  it('over the limit changes nothing, and of two at once one happens', async () => {
    const { account, rfpId, rfp } = await pricedRfp();
    expect(await change(account, rfp, version(23))).toEqual({
      outcome: 'over-limit',
      used: 12,
    });
    expect(await read(account, rfpId)).toEqual(rfp);
    expect(await store.earlierVersions(account, rfpId, 20)).toEqual([]);

    const two = await Promise.all([1, 2].map(() => change(account, rfp, version(36))));
    expect(two.map(({ outcome }) => outcome).toSorted()).toEqual(['changed-meanwhile', 'written']);
    expect(await usedCalls(table, account)).toBe(24);
  });

  it('with an extra write that others made before changes nothing', async () => {
    const { account, rfpId, rfp } = await pricedRfp();
    const claim = answerOf(`reprice ${account.orgId}`);
    expect(await change(account, rfp, version(), claim)).toEqual({ outcome: 'written' });
    const { rfp: repriced } = await finishRun(account, rfpId);
    expect(await change(account, repriced, version(), claim)).toEqual({
      outcome: 'answered-before',
    });
    expect(await read(account, rfpId)).toEqual(repriced);
    expect(await usedCalls(table, account)).toBe(24);
  });
});
