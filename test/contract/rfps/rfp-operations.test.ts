import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runKeyed } from '../../../shared/accounts/idempotency/answer-once.ts';
import {
  createDynamoDbIdempotencyStore,
  type IdempotencyStore,
  type KeyedCall,
} from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import type { Answer } from '../../../shared/platform/http/outcome.ts';
import { UNSET_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { closeRfpUseCase, repriceRfpUseCase } from '../../../shared/rfps/apply-rfp-change.ts';
import { awardRfpUseCase } from '../../../shared/rfps/award-rfp.ts';
import { changeRfpUseCase } from '../../../shared/rfps/change-rfp.ts';
import { describeRfp, type RfpAnswer } from '../../../shared/rfps/documents/rfp-document.ts';
import { priceChunkUseCase } from '../../../shared/rfps/price-chunk.ts';
import { countLanes, spendOf } from '../../../shared/rfps/record/rfp-counters.ts';
import type { RfpId, RfpTerms, StoredRfp } from '../../../shared/rfps/record/stored-rfp.ts';
import { createDynamoDbRfpStore, type RfpStore } from '../../../shared/rfps/store/dynamodb-rfp-store.ts';
import { bodyOf } from '../../support/answer-parts.ts';
import { createIdempotencyTable } from '../../support/dynamodb-local.ts';
import {
  allResults,
  chunksToWrite,
  created,
  itemsOf,
  newAccount,
  newRfp,
  pricingPorts,
  reservation,
  startRfps,
  storeRfp,
  type Table,
  usedCalls,
} from './rfps-under-test.ts';

const LANES = 120;
/** Of a lane that cannot be priced, and of one that can (see `lanesOf`). */
const FAILED = 5;
const PRICED = 6;
const LATER = new Date('2026-10-09T08:00:00Z');

let table: Table;
let answers: IdempotencyStore;
let rfps: RfpStore;
let price: ReturnType<typeof priceChunkUseCase>;
let organization: { billing: boolean; usageLimit: number } | undefined;
beforeAll(async () => {
  table = await startRfps();
  const { client, rfpsTable, usageTable } = table;
  const store = createDynamoDbIdempotencyStore(client, await createIdempotencyTable(table.endpoint));
  answers = store;
  rfps = createDynamoDbRfpStore({
    ...{ client, rfpsTable, usageTable, now: () => LATER },
    putAnswer: store.putAnswer,
  });
  price = priceChunkUseCase(pricingPorts(rfps));
}, 180_000);
afterAll(() => table.stop());

const now = () => LATER;
const usageOf = async (caller: Account) =>
  organization && { ...organization, used: await usedCalls(table, caller) };
type ChangeCall = Parameters<ReturnType<typeof changeRfpUseCase>>;
const change = (rfpId: ChangeCall[0], request: ChangeCall[1], by: Account, store = rfps) =>
  changeRfpUseCase({
    ...{ rfps: store, now, strategies: { version: async () => ({ ...UNSET_STRATEGY, updatedAt: '' }) } },
    usageOf,
  })(rfpId, request, by);
/** Keys of items with changed lanes. */
const changedInputs = async (caller: Account, rfpId: RfpId) =>
  (await itemsOf(table, caller, rfpId)).flatMap(({ sk }) => (/^input#\d+#/.test(String(sk)) ? [sk] : []));
const award = (...call: Parameters<ReturnType<typeof awardRfpUseCase>>) =>
  awardRfpUseCase({ rfps, now })(...call);
const close = (...call: Parameters<ReturnType<typeof closeRfpUseCase>>) =>
  closeRfpUseCase({ rfps, now })(...call);
const reprice = (...call: Parameters<ReturnType<typeof repriceRfpUseCase>>) =>
  repriceRfpUseCase({
    ...{ rfps, now },
    strategies: { current: async () => ({ ...UNSET_STRATEGY, version: 4 }) },
    usageOf,
  })(...call);

const read = async (caller: Account, rfpId: RfpId): Promise<StoredRfp> => {
  const rfp = await rfps.read(caller, rfpId);
  if (rfp === undefined) throw new Error('no RFP');
  return rfp;
};
const finishRun = async (caller: Account, rfpId: RfpId) => {
  const rfp = await read(caller, rfpId);
  const chunks = await chunksToWrite(table, caller, rfpId);
  for (const chunk of chunks) await price({ account: caller, rfpId, run: rfp.run, chunk }, false);
  return { chunks, rfp: await read(caller, rfpId) };
};
const unpriced = async () => {
  const caller = newAccount();
  organization = { billing: true, usageLimit: 1_000 };
  return { caller, rfpId: await created(table.store, caller, LANES) };
};
const priced = async () => {
  const { caller, rfpId } = await unpriced();
  return { caller, rfpId, rfp: (await finishRun(caller, rfpId)).rfp };
};
const callOf = ({ orgId, mode }: Account, operation: string, bodyHash = 'hash'): KeyedCall => ({
  ...{ orgId, mode, operation, key: 'key', bodyHash, at: LATER },
});
const rfpOf = (answer: Answer<RfpAnswer>): RfpAnswer['rfp'] => bodyOf(answer).rfp;
const codeOf = (answer: Answer<RfpAnswer>) =>
  answer.ok ? 'ok' : (answer.rejection.code ?? answer.rejection.kind);
const fieldsOf = (answer: Answer<RfpAnswer>) =>
  answer.ok ? [] : Object(answer.rejection.details).errors.map(({ field }: { field: string }) => field);
const NONE = { lanes: [] };
const margin = (value: number) => ({ set: 'margin_percent' as const, value, reason: '' });
const spend = ({ counters }: StoredRfp) => spendOf(counters).weeklyCents;

const TERMS: RfpTerms = {
  ...{ lanes: new Map([[1, { excluded: true }]]), inputs: new Map(), chunks: [0], corrected: [] },
};

describe('a change of an RFP', () => {
  it('answers the RFP as stored, and runs for the chunks with changed lanes', async () => {
    const { caller, rfpId, rfp } = await priced();
    const lanes = [
      { index: 1, excluded: true },
      { index: 2, price: margin(30) },
      { index: 101, excluded: true },
    ];
    const answer = rfpOf(await change(rfpId, { name: 'Drayage 2028', lanes }, caller));
    expect(answer).toMatchObject({
      name: 'Drayage 2028',
      status: 'pricing',
      updated_at: LATER.toISOString(),
    });
    expect(answer).toEqual(describeRfp(await read(caller, rfpId)));
    const { chunks, rfp: changed } = await finishRun(caller, rfpId);
    expect(chunks).toEqual([0, 2]);
    expect(changed.counters.excluded).toBe(2);
    const { summaries } = await allResults(table, caller, rfpId);
    expect(summaries.flatMap(({ excluded }, index) => (excluded ? [index] : []))).toEqual([1, 101]);
    expect(await usedCalls(table, caller)).toBe(12);

    const back = [
      { index: 1, excluded: false },
      { index: 2, price: null },
      { index: 101, excluded: false },
    ];
    await change(rfpId, { lanes: back }, caller);
    expect((await finishRun(caller, rfpId)).rfp.counters).toEqual(rfp.counters);
    expect((await rfps.terms(caller, await read(caller, rfpId))).lanes).toEqual(new Map());
  });

  it('of the margin prices all lanes, and keeps the prices that a person set', async () => {
    const { caller, rfpId, rfp } = await priced();
    const own = { set: 'total_rate' as const, value: 20_000, reason: 'Target' };
    await change(rfpId, { lanes: [{ index: PRICED, price: own }] }, caller);
    expect((await finishRun(caller, rfpId)).chunks).toEqual([0]);
    expect(rfpOf(await change(rfpId, { ...NONE, marginPercent: 80 }, caller)).margin_percent).toBe(80);
    const { chunks, rfp: dearer } = await finishRun(caller, rfpId);
    expect(chunks).toEqual([0, 1, 2]);
    expect(spend(dearer)).toBeGreaterThan(spend(rfp));
    const { summaries } = await allResults(table, caller, rfpId);
    expect(summaries[PRICED]?.weeklyCents).toBe(2_000_000 * (1 + (PRICED % 9)));
    expect(rfpOf(await change(rfpId, { ...NONE, marginPercent: null }, caller)).margin_percent).toBeNull();
    await finishRun(caller, rfpId);
    expect(await usedCalls(table, caller)).toBe(12);
  });

  it('of places, equipment and volumes prices the lanes by the market again, and counts each ten', async () => {
    const { caller, rfpId, rfp } = await priced();
    const before = await allResults(table, caller, rfpId);
    const corrections = [
      { index: FAILED, origin: 'USLAX' },
      {
        index: 0,
        origin: 'Port of Savannah',
        price: { set: 'total_rate' as const, value: 9_000, reason: '' },
      },
      { index: 101, equipment: 'dryvan' as const, origin: 'Dallas, TX', destination: 'Atlanta, GA' },
      ...Array.from({ length: 8 }, (_, at) => ({ index: 60 + at, weeklyVolume: 40 })),
    ];
    organization = { billing: true, usageLimit: 13 };
    const over = await change(rfpId, { lanes: corrections }, caller);
    expect([codeOf(over), await usedCalls(table, caller)]).toEqual(['USAGE_LIMIT_EXCEEDED', 12]);
    expect(await read(caller, rfpId)).toEqual(rfp);
    expect(await changedInputs(caller, rfpId)).toEqual([]);

    organization = { billing: true, usageLimit: 14 };
    expect(rfpOf(await change(rfpId, { lanes: corrections }, caller))).toMatchObject({ calls: 14 });
    // A corrected lane has no price until it is priced again; the others of its chunk keep theirs.
    const [began, shown] = [await read(caller, rfpId), [FAILED, PRICED, 0, 61, 101, 102]];
    expect([...(await rfps.lanes(caller, began, shown)).keys()]).toEqual([PRICED, 102]);
    expect((await finishRun(caller, rfpId)).chunks).toEqual([0, 1, 2]);
    const after = await allResults(table, caller, rfpId);
    const differing = after.results.flatMap((result, at) =>
      JSON.stringify(result) === JSON.stringify(before.results[at]) ? [] : [at],
    );
    expect(differing).toEqual([0, FAILED, 101]);
    expect(after.summaries[0]).toMatchObject({ status: 'priced', weeklyCents: 900_000 });
    const changed = await read(caller, rfpId);
    expect(changed.counters).toEqual(countLanes(after.summaries));
    expect(await usedCalls(table, caller)).toBe(14);
    const lanes = await rfps.lanes(caller, changed, [FAILED, 61, 101]);
    expect(
      [...lanes.values()].map(({ draft }) => [draft.origin, draft.equipment, draft.weeklyVolume]),
    ).toEqual([
      ['USLAX', 'container_40', 6],
      ['Port of Savannah', 'container_40', 40],
      ['Dallas, TX', 'dryvan', 3],
    ]);
    // The same call again changes nothing, and counts nothing.
    await change(rfpId, { lanes: corrections }, caller);
    expect(await read(caller, rfpId)).toEqual(changed);
  });

  it('whose first attempt is too late leaves no items of that attempt', async () => {
    const { caller, rfpId } = await priced();
    let attempts = 0;
    const late: typeof rfps = {
      ...rfps,
      change: async (...call) => (attempts++ === 0 ? { outcome: 'changed-meanwhile' } : rfps.change(...call)),
    };
    await change(rfpId, { lanes: [{ index: FAILED, origin: 'USLAX' }] }, caller, late);
    expect(attempts).toBe(2);
    expect(await changedInputs(caller, rfpId)).toHaveLength(1);
    expect((await finishRun(caller, rfpId)).chunks).toEqual([0]);
  });

  it('to the values that it has prices a lane again that failed for reasons of the service', async () => {
    const { caller, rfpId } = await unpriced();
    const noRoads = { between: () => Promise.reject(new Error('no roads')) };
    const failing = priceChunkUseCase({ ...pricingPorts(rfps), roadDistances: noRoads });
    await failing({ account: caller, rfpId, run: 1, chunk: 0 }, true);
    for (const chunk of [1, 2]) await price({ account: caller, rfpId, run: 1, chunk }, false);
    const used = await usedCalls(table, caller);
    await award(rfpId, { lanes: [60], outcome: 'won' }, caller);
    const origin = newRfp(LANES).lanes[PRICED]?.origin ?? '';
    const lanes = [{ index: PRICED, origin }];
    expect(rfpOf(await change(rfpId, { lanes }, caller)).status).toBe('pricing');
    const began = await read(caller, rfpId);
    await change(rfpId, { lanes }, caller);
    expect(await read(caller, rfpId)).toEqual(began);
    const { rfp } = await finishRun(caller, rfpId);
    const found = await rfps.lanes(caller, rfp, [PRICED, PRICED + 1]);
    expect([...found.values()].map(({ result }) => result.status)).toEqual(['priced', 'failed']);
    expect(await usedCalls(table, caller)).toBe(used + 1);
    expect(rfpOf(await change(rfpId, { lanes }, caller))).toEqual(describeRfp(rfp));
  });

  it('with a total below fuel and accessorials, or names that do not fit, is rejected by lane', async () => {
    const { caller, rfpId, rfp } = await priced();
    const low = { set: 'total_rate' as const, value: 0.01, reason: '' };
    const lanes = [
      { index: PRICED, price: low },
      { index: 7, excluded: true },
    ];
    expect(fieldsOf(await change(rfpId, { lanes }, caller))).toEqual(['lanes[0].price.total_rate']);
    const names = [
      { index: PRICED, equipment: 'dryvan' as const, requirements: ['prepull'] },
      { index: 7, requirements: 'hazmat' },
    ];
    expect(fieldsOf(await change(rfpId, { lanes: names }, caller))).toEqual([
      ...['lanes[0].special_requirements', 'lanes[1].special_requirements'],
    ]);
    expect(await read(caller, rfpId)).toEqual(rfp);
    expect(await usedCalls(table, caller)).toBe(12);
  });

  it('to the values that it has writes nothing, in each status that allows changes', async () => {
    const { caller, rfpId, rfp } = await priced();
    const same = { name: rfp.name, marginPercent: null, lanes: [{ index: 3, excluded: false }] };
    expect(rfpOf(await change(rfpId, same, caller))).toEqual(describeRfp(rfp));
    expect(await read(caller, rfpId)).toEqual(rfp);

    const request = { name: 'New', marginPercent: 5, lanes: [{ index: 3, excluded: true }] };
    const first = rfpOf(await change(rfpId, request, caller));
    const pricing = await read(caller, rfpId);
    expect(rfpOf(await change(rfpId, request, caller))).toEqual(first);
    expect(await read(caller, rfpId)).toEqual(pricing);
  });

  it('is rejected by the status, for unknown RFPs and lanes, and for other organizations', async () => {
    const { caller, rfpId } = await unpriced();
    const terms = { lanes: [{ index: 0, excluded: true }] };
    expect(rfpOf(await change(rfpId, { ...NONE, name: 'While pricing' }, caller)).status).toBe('pricing');
    const rejected = await change(rfpId, { ...terms, name: 'Not this' }, caller);
    expect(rejected).toMatchObject({
      ok: false,
      rejection: { kind: 'conflict', code: 'RFP_NOT_READY', details: { rfp_id: rfpId, status: 'pricing' } },
    });
    expect((await read(caller, rfpId)).name).toBe('While pricing');
    const { rfp } = await finishRun(caller, rfpId);
    const beyond = await change(rfpId, { lanes: [...terms.lanes, { index: LANES, excluded: true }] }, caller);
    expect(fieldsOf(beyond)).toEqual(['lanes[1].index']);
    const others = [newAccount(), { ...caller, mode: 'live' as const }];
    for (const other of others) expect(codeOf(await change(rfpId, terms, other))).toBe('RFP_NOT_FOUND');
    for (const id of ['', 'R-1', `${rfpId}x`, 'Q-1', '\ud800', 'x'.repeat(10_000)]) {
      const answer = await change(id, terms, caller);
      expect(codeOf(answer)).toBe('RFP_NOT_FOUND');
      expect(JSON.stringify(answer).length).toBeLessThan(500);
    }
    expect(await read(caller, rfpId)).toEqual(rfp);
  });

  it('happens only to an RFP that is as it was read', async () => {
    const { caller: account, rfpId, rfp } = await priced();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => rfps.change(account, rfp, { at: LATER, terms: TERMS })),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'changed-meanwhile',
      'changed-meanwhile',
      'changed-meanwhile',
      'written',
    ]);
    const pricing = await read(account, rfpId);
    for (const parts of [
      { at: LATER, terms: TERMS },
      { at: LATER, state: 'closed' },
    ] as const) {
      expect(await rfps.change(account, pricing, parts)).toEqual({ outcome: 'changed-meanwhile' });
    }
    expect(await rfps.change(account, pricing, { at: LATER, name: 'New' })).toEqual({ outcome: 'written' });
    expect(await read(account, rfpId)).toEqual({ ...pricing, name: 'New' });
    await rfps.delete(account, rfpId);
    expect(await rfps.change(account, pricing, { at: LATER, name: 'Newer' })).toEqual({
      outcome: 'changed-meanwhile',
    });
    expect(await rfps.read(account, rfpId)).toBeUndefined();
  });

  it('loses nothing of two at once', async () => {
    const { caller, rfpId } = await priced();
    const renamed = Array.from({ length: 4 }, (_, at) =>
      change(rfpId, { ...NONE, name: `Name ${at}` }, caller),
    );
    expect((await Promise.all(renamed)).map(codeOf)).toEqual(['ok', 'ok', 'ok', 'ok']);
    const excluding = [10, 60, 110].map((index) =>
      change(rfpId, { lanes: [{ index, excluded: true }] }, caller),
    );
    const outcomes = (await Promise.all(excluding)).map(codeOf);
    expect(outcomes.toSorted()).toEqual(['RFP_NOT_READY', 'RFP_NOT_READY', 'ok']);
    const { rfp } = await finishRun(caller, rfpId);
    expect(rfp.counters.excluded).toBe(1);
    const terms = await rfps.terms(caller, rfp);
    expect([...terms.lanes.keys()]).toEqual([[10, 60, 110][outcomes.indexOf('ok')]]);
  });
});

describe('a repricing by a caller', () => {
  it('prices all lanes of today in a new version, and counts', async () => {
    const caller = newAccount();
    organization = { billing: true, usageLimit: 30 };
    const rfp = { ...newRfp(LANES), contractStart: '2026-09-01' as StoredRfp['contractStart'] };
    await storeRfp(table, caller, rfp, reservation(LANES));
    const { rfp: first } = await finishRun(caller, rfp.rfpId);
    const answer = await reprice(rfp.rfpId, caller);
    expect(rfpOf(answer)).toMatchObject({
      ...{ version: 2, status: 'pricing', priced_as_of: LATER.toISOString(), calls: 12 },
      lanes: { total: LANES, priced: 0, failed: 0 },
    });
    expect(rfpOf(answer)).toEqual(describeRfp(await read(caller, rfp.rfpId)));
    expect(answer.ok && answer.headers).toMatchObject({ 'X-Usage-Used': '24', 'X-Usage-Remaining': '6' });
    expect((await read(caller, rfp.rfpId)).pricing.strategyVersion).toBe(4);
    expect(await usedCalls(table, caller)).toBe(24);
    expect(await rfps.earlierVersions(caller, rfp.rfpId, 20)).toMatchObject([
      { version: 1, counters: first.counters },
    ]);
    expect(codeOf(await reprice(rfp.rfpId, caller))).toBe('RFP_NOT_READY');
    await finishRun(caller, rfp.rfpId);

    const over = await reprice(rfp.rfpId, caller);
    expect(over).toMatchObject({
      rejection: { code: 'USAGE_LIMIT_EXCEEDED', details: { used: 24, limit: 30, calls: 12 } },
      headers: { 'X-Usage-Remaining': '6' },
    });
    expect((await read(caller, rfp.rfpId)).version).toBe(2);
    expect(await usedCalls(table, caller)).toBe(24);
  });

  it('with a key happens and counts once, also of several at once', async () => {
    const { caller, rfpId } = await priced();
    const keyed = () =>
      runKeyed(answers, callOf(caller, 'reprice-rfp'), (call) => reprice(rfpId, caller, call));
    const all = await Promise.all([keyed(), keyed(), keyed()]);
    expect(new Set(all.map((answer) => JSON.stringify(rfpOf(answer)))).size).toBe(1);
    await finishRun(caller, rfpId);
    expect(rfpOf(await keyed()).version).toBe(2);
    expect(await usedCalls(table, caller)).toBe(24);
    expect((await read(caller, rfpId)).version).toBe(2);
    expect(codeOf(await reprice(rfpId, caller, callOf(caller, 'reprice-rfp', 'other')))).toBe(
      'IDEMPOTENCY_CONFLICT',
    );
  });

  it('needs billing, an organization and an RFP', async () => {
    const { caller, rfpId, rfp } = await priced();
    organization = { billing: false, usageLimit: 1_000 };
    expect(codeOf(await reprice(rfpId, caller))).toBe('BILLING_REQUIRED');
    organization = undefined;
    expect(codeOf(await reprice(rfpId, caller))).toBe('unauthorized');
    organization = { billing: true, usageLimit: 1_000 };
    expect(codeOf(await reprice(rfpId, newAccount()))).toBe('RFP_NOT_FOUND');
    expect(codeOf(await reprice('R-1', caller))).toBe('RFP_NOT_FOUND');
    expect(await read(caller, rfpId)).toEqual(rfp);
  });
});

describe('an award by a caller', () => {
  it('keeps prices, and a later one replaces outcome and reason of its lanes', async () => {
    const { caller, rfpId, rfp } = await priced();
    const before = await allResults(table, caller, rfpId);
    const all = rfpOf(await award(rfpId, { lanes: 'all', outcome: 'lost', reason: '=cmd|"x"' }, caller));
    expect(all.status).toBe('awarded');
    expect(all).toEqual(describeRfp(await read(caller, rfpId)));
    const { lanes: lost } = await rfps.terms(caller, await read(caller, rfpId));
    expect(lost.size).toBe(rfp.counters.priced);
    expect(new Set([...lost.values()].map((own) => JSON.stringify(own)))).toEqual(
      new Set([JSON.stringify({ outcome: 'lost', reason: '=cmd|"x"' })]),
    );

    await award(rfpId, { lanes: [PRICED], outcome: 'won' }, caller);
    const { lanes: terms } = await rfps.terms(caller, await read(caller, rfpId));
    expect(terms.get(PRICED)).toEqual({ outcome: 'won' });
    expect([...terms.values()].filter(({ outcome }) => outcome === 'lost')).toHaveLength(lost.size - 1);
    expect(await allResults(table, caller, rfpId)).toEqual(before);
    const awarded = await read(caller, rfpId);
    expect(awarded).toMatchObject({ run: rfp.run, remaining: 0, counters: { won: 1, open: 0 } });
    expect(spend(awarded)).toBe(spend(rfp));
    expect(await usedCalls(table, caller)).toBe(12);
    const rejected = [
      await change(rfpId, { lanes: [{ index: PRICED, excluded: true }] }, caller),
      await change(rfpId, { lanes: [{ index: PRICED, origin: 'USNYC' }] }, caller),
      await change(rfpId, { ...NONE, marginPercent: 5 }, caller),
      await reprice(rfpId, caller),
    ];
    expect(rejected.map(codeOf)).toEqual(rejected.map(() => 'LANES_AWARDED'));
  });

  it('of some lanes leaves the others open, which can be changed until all are decided', async () => {
    const { caller, rfpId, rfp } = await priced();
    const won = rfpOf(await award(rfpId, { lanes: [PRICED], outcome: 'won' }, caller));
    expect(won).toMatchObject({
      status: 'priced',
      lanes: { won: 1, lost: 0, open: rfp.counters.priced - 1 },
    });
    const sums = (await read(caller, rfpId)).counters;
    await change(
      rfpId,
      {
        lanes: [
          { index: 7, price: margin(90) },
          { index: 8, excluded: true },
        ],
      },
      caller,
    );
    const { rfp: changed } = await finishRun(caller, rfpId);
    expect(changed.counters).toMatchObject({
      ...{ won: 1, wonWeeklyCents: sums.wonWeeklyCents, wonAnnualCents: sums.wonAnnualCents },
      open: rfp.counters.priced - 2,
    });
    expect(rfpOf(await award(rfpId, { lanes: 'all', outcome: 'lost' }, caller))).toMatchObject({
      ...{ status: 'awarded', lanes: { won: 0, lost: rfp.counters.priced - 1, open: 0 } },
    });
    // A lane that is included again is open.
    await change(rfpId, { lanes: [{ index: 8, excluded: false }] }, caller);
    expect(describeRfp((await finishRun(caller, rfpId)).rfp)).toMatchObject({
      status: 'priced',
      lanes: { open: 1 },
    });
  });

  it('names lanes that it cannot be for, and waits for prices', async () => {
    const { caller, rfpId } = await unpriced();
    const won = { lanes: [FAILED, PRICED, LANES], outcome: 'won' as const };
    expect(codeOf(await award(rfpId, won, caller))).toBe('RFP_NOT_READY');
    const { rfp } = await finishRun(caller, rfpId);
    expect(fieldsOf(await award(rfpId, won, caller))).toEqual(['lanes[0]', 'lanes[2]']);
    expect(codeOf(await award(rfpId, won, newAccount()))).toBe('RFP_NOT_FOUND');
    expect(await read(caller, rfpId)).toEqual(rfp);
  });

  it('of several at once loses none', async () => {
    const { caller, rfpId } = await priced();
    const indexes = [6, 55, 56];
    const awards = indexes.map((index) => award(rfpId, { lanes: [index], outcome: 'won' }, caller));
    expect((await Promise.all(awards)).map(codeOf)).toEqual(['ok', 'ok', 'ok']);
    const terms = await rfps.terms(caller, await read(caller, rfpId));
    expect([...terms.lanes.keys()]).toEqual(indexes);
  });

  it('with a key happens once', async () => {
    const { caller, rfpId } = await priced();
    const lost = { lanes: 'all', outcome: 'lost' } as const;
    const keyed = () =>
      runKeyed(answers, callOf(caller, 'award-rfp'), (call) => award(rfpId, lost, caller, call));
    const first = rfpOf(await keyed());
    await award(rfpId, { lanes: 'all', outcome: 'won' }, caller);
    const { termsRevision } = await read(caller, rfpId);
    expect(rfpOf(await keyed())).toEqual(first);
    const after = await read(caller, rfpId);
    expect(after.termsRevision).toBe(termsRevision);
    expect((await rfps.terms(caller, after)).lanes.get(PRICED)).toEqual({ outcome: 'won' });
  });
});

describe('the closing of an RFP', () => {
  it('is permanent: only deletion is allowed afterwards', async () => {
    const { caller, rfpId } = await unpriced();
    expect(codeOf(await close(rfpId, caller))).toBe('RFP_NOT_READY');
    await finishRun(caller, rfpId);
    const closed = rfpOf(await close(rfpId, caller, callOf(caller, 'close-rfp')));
    expect(closed.status).toBe('closed');
    const stored = await read(caller, rfpId);
    expect(closed).toEqual(describeRfp(stored));
    expect(rfpOf(await close(rfpId, caller, callOf(caller, 'close-rfp')))).toEqual(closed);
    expect(rfpOf(await close(rfpId, caller))).toEqual(closed);
    const attempts = [
      await change(rfpId, { ...NONE, name: 'New' }, caller),
      await change(rfpId, { ...NONE, name: stored.name }, caller),
      await change(rfpId, { lanes: [{ index: 0, excluded: true }] }, caller),
      await reprice(rfpId, caller),
      await award(rfpId, { lanes: 'all', outcome: 'won' }, caller),
    ];
    expect(attempts.map(codeOf)).toEqual(attempts.map(() => 'RFP_NOT_READY'));
    expect(await read(caller, rfpId)).toEqual(stored);
    await rfps.delete(caller, rfpId);
    expect(codeOf(await close(rfpId, caller))).toBe('RFP_NOT_FOUND');
  });
});
