import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbIdempotencyStore } from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type {
  IdempotencyStore,
  KeyedAnswer,
  KeyedCall,
} from '../../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import type { Answer } from '../../../shared/platform/http/outcome.ts';
import { UNSET_STRATEGY } from '../../../shared/quotes/strategy/strategy-store.ts';
import { awardRfpUseCase } from '../../../shared/rfps/award-rfp.ts';
import { changeRfpUseCase } from '../../../shared/rfps/change-rfp.ts';
import { closeRfpUseCase } from '../../../shared/rfps/close-rfp.ts';
import { describeRfp, type RfpAnswer } from '../../../shared/rfps/documents/rfp-document.ts';
import { priceChunkUseCase } from '../../../shared/rfps/price-chunk.ts';
import type { RfpId } from '../../../shared/rfps/record/rfp-id.ts';
import type { RfpStore, StoredRfp } from '../../../shared/rfps/record/rfp-store.ts';
import { repriceRfpUseCase } from '../../../shared/rfps/reprice-rfp.ts';
import { createDynamoDbRfpStore } from '../../../shared/rfps/store/dynamodb-rfp-store.ts';
import { bodyOf } from '../../support/answer-parts.ts';
import { createIdempotencyTable } from '../../support/dynamodb-local.ts';
import {
  allResults,
  created,
  newAccount,
  newRfp,
  pricingPorts,
  reservation,
  startRfps,
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
let rfps: RfpStore<KeyedAnswer>;
let price: ReturnType<typeof priceChunkUseCase>;
let organization: { billing: boolean; usageLimit: number } | undefined;
beforeAll(async () => {
  table = await startRfps();
  const { client, rfpsTable, usageTable } = table;
  const store = createDynamoDbIdempotencyStore(client, await createIdempotencyTable(table.endpoint));
  answers = store;
  rfps = createDynamoDbRfpStore<KeyedAnswer>({
    ...{ client, rfpsTable, usageTable, now: () => LATER },
    composeExtraWrite: store.putAnswer,
  });
  price = priceChunkUseCase(pricingPorts(rfps));
}, 180_000);
afterAll(() => table.stop());

const now = () => LATER;
const change = (...call: Parameters<ReturnType<typeof changeRfpUseCase>>) =>
  changeRfpUseCase({ rfps, now })(...call);
const award = (...call: Parameters<ReturnType<typeof awardRfpUseCase>>) =>
  awardRfpUseCase({ rfps, answers, now })(...call);
const close = (...call: Parameters<ReturnType<typeof closeRfpUseCase>>) =>
  closeRfpUseCase({ rfps, answers, now })(...call);
const reprice = (...call: Parameters<ReturnType<typeof repriceRfpUseCase>>) =>
  repriceRfpUseCase({
    ...{ rfps, answers, now },
    strategies: { current: async () => ({ ...UNSET_STRATEGY, version: 4 }) },
    ledger: {
      read: async (caller) =>
        organization && {
          ...{ ...organization, used: await usedCalls(table, caller) },
          count: () => Promise.reject(new Error('a repricing counts by itself')),
          countAnswered: () => Promise.reject(new Error('a repricing counts by itself')),
        },
    },
  })(...call);

const read = async (caller: Account, rfpId: RfpId): Promise<StoredRfp> => {
  const rfp = await rfps.read(caller, rfpId);
  if (rfp === undefined) throw new Error('no RFP');
  return rfp;
};
const finishRun = async (caller: Account, rfpId: RfpId) => {
  const rfp = await read(caller, rfpId);
  const chunks = await rfps.chunksOfRun(caller, rfp);
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

describe('a change of an RFP', () => {
  it('answers the RFP as stored, and runs for the chunks with changed lanes', async () => {
    const { caller, rfpId, rfp } = await priced();
    const lanes = [
      { index: 1, excluded: true },
      { index: 2, marginPercent: 30 },
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
      { index: 2, marginPercent: null },
      { index: 101, excluded: false },
    ];
    await change(rfpId, { lanes: back }, caller);
    expect((await finishRun(caller, rfpId)).rfp.counters).toEqual(rfp.counters);
    expect(await rfps.terms(caller, await read(caller, rfpId))).toEqual(new Map());
  });

  it('of the margin prices all lanes without their own', async () => {
    const { caller, rfpId, rfp } = await priced();
    const own = Array.from({ length: 50 }, (_, index) => ({ index, marginPercent: 20 }));
    await change(rfpId, { lanes: own }, caller);
    await finishRun(caller, rfpId);
    expect(rfpOf(await change(rfpId, { ...NONE, marginPercent: 80 }, caller)).margin_percent).toBe(80);
    const { chunks, rfp: dearer } = await finishRun(caller, rfpId);
    expect(chunks).toEqual([1, 2]);
    expect(dearer.counters.weeklyCents).toBeGreaterThan(rfp.counters.weeklyCents);
    expect(rfpOf(await change(rfpId, { ...NONE, marginPercent: null }, caller)).margin_percent).toBeNull();
    expect((await finishRun(caller, rfpId)).chunks).toEqual([1, 2]);
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
    expect([...terms.keys()]).toEqual([[10, 60, 110][outcomes.indexOf('ok')]]);
  });
});

describe('a repricing by a caller', () => {
  it('prices all lanes of today in a new version, and counts', async () => {
    const caller = newAccount();
    organization = { billing: true, usageLimit: 30 };
    const rfp = { ...newRfp(LANES), contractStart: '2026-09-01' as StoredRfp['contractStart'] };
    await table.store.create(caller, rfp, reservation(LANES));
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
    expect(await rfps.earlierVersions(caller, rfp.rfpId)).toMatchObject([
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
    const keyed = () => reprice(rfpId, caller, callOf(caller, 'reprice-rfp'));
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
    const lost = await rfps.terms(caller, await read(caller, rfpId));
    expect(lost.size).toBe(rfp.counters.priced);
    expect(new Set([...lost.values()].map((own) => JSON.stringify(own)))).toEqual(
      new Set([JSON.stringify({ outcome: 'lost', reason: '=cmd|"x"' })]),
    );

    await award(rfpId, { lanes: [PRICED], outcome: 'won' }, caller);
    const terms = await rfps.terms(caller, await read(caller, rfpId));
    expect(terms.get(PRICED)).toEqual({ outcome: 'won' });
    expect([...terms.values()].filter(({ outcome }) => outcome === 'lost')).toHaveLength(lost.size - 1);
    expect(await allResults(table, caller, rfpId)).toEqual(before);
    expect(await read(caller, rfpId)).toMatchObject({ run: rfp.run, remaining: 0, counters: rfp.counters });
    expect(await usedCalls(table, caller)).toBe(12);
    expect(codeOf(await change(rfpId, { lanes: [{ index: 1, excluded: true }] }, caller))).toBe(
      'RFP_NOT_READY',
    );
    expect(codeOf(await reprice(rfpId, caller))).toBe('RFP_NOT_READY');
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
    expect([...terms.keys()]).toEqual(indexes);
  });

  it('with a key happens once', async () => {
    const { caller, rfpId } = await priced();
    const lost = { lanes: 'all', outcome: 'lost' } as const;
    const first = rfpOf(await award(rfpId, lost, caller, callOf(caller, 'award-rfp')));
    await award(rfpId, { lanes: 'all', outcome: 'won' }, caller);
    const { termsRevision } = await read(caller, rfpId);
    expect(rfpOf(await award(rfpId, lost, caller, callOf(caller, 'award-rfp')))).toEqual(first);
    const after = await read(caller, rfpId);
    expect(after.termsRevision).toBe(termsRevision);
    expect((await rfps.terms(caller, after)).get(PRICED)).toEqual({ outcome: 'won' });
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
