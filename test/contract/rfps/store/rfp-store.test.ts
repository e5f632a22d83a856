import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { summarizeLane } from '../../../../shared/rfps/lanes/lane-result.ts';
import { priceChunkUseCase } from '../../../../shared/rfps/price-chunk.ts';
import { countedCalls } from '../../../../shared/rfps/record/counted-calls.ts';
import { countLanes, NO_COUNTERS } from '../../../../shared/rfps/record/rfp-counters.ts';
import { rfpStatus } from '../../../../shared/rfps/record/rfp-status.ts';
import type { ChunkWork, RfpStore } from '../../../../shared/rfps/store/dynamodb-rfp-store.ts';
import {
  allResults,
  answerOf,
  created,
  createdByFile,
  deliverAll,
  itemsOf,
  KilledError,
  lanesOf,
  messagesOf,
  newAccount,
  newRfp,
  pricingPorts,
  reservation,
  setUsedCalls,
  startRfps,
  storeRfp,
  type Table,
  usedCalls,
} from '../rfps-under-test.ts';

let table: Table;
let store: Table['store'];
beforeAll(async () => {
  table = await startRfps();
  ({ store } = table);
}, 180_000);
afterAll(() => table.stop());

/** A chunk with results that fail for reasons of the service. */
const failedResults = ({ lanes }: ChunkWork, returnedCalls: number) => {
  const error = { code: 'INTERNAL_ERROR', message: '', details: {} } as const;
  const results = lanes.map(() => ({ status: 'failed' as const, error }));
  const summaries = lanes.map((lane) => summarizeLane(lane, { result: { status: 'failed', error } }, {}));
  return { results, summaries, returnedCalls };
};

const workOf = async (...[account, rfpId, run, chunk]: Parameters<RfpStore['chunk']>): Promise<ChunkWork> => {
  const work = await store.chunk(account, rfpId, run, chunk);
  if (typeof work === 'string') throw new Error(work);
  return work;
};

describe('the creation of an RFP', () => {
  it('stores the lanes, and counts one call for each ten begun', async () => {
    const account = newAccount();
    const rfp = newRfp(1_000);
    expect(await storeRfp(table, account, rfp, reservation(1_000))).toEqual({ outcome: 'written' });
    const { lanes, ...fields } = rfp;
    expect(await store.read(account, rfp.rfpId)).toMatchObject({
      ...fields,
      ...{ state: 'open', lanes: 1_000, version: 1, run: 1, remaining: 20, calls: 100 },
      counters: NO_COUNTERS,
    });
    expect(await usedCalls(table, account)).toBe(100);
    const inputs = await Promise.all([0, 19].map((chunk) => workOf(account, rfp.rfpId, 1, chunk)));
    expect(inputs.flatMap((work) => work.lanes)).toEqual([...lanes.slice(0, 50), ...lanes.slice(950)]);
    expect(await store.read({ ...account, mode: 'live' }, rfp.rfpId)).toBeUndefined();
  });

  it('makes nothing if too few calls are left, and uses the last calls exactly', async () => {
    const account = newAccount();
    await setUsedCalls(table, account, 95);
    const rejected = newRfp(51);
    expect(await storeRfp(table, account, rejected, reservation(51, 100))).toEqual({
      outcome: 'over-limit',
      used: 95,
    });
    expect(await store.read(account, rejected.rfpId)).toBeUndefined();
    expect(await itemsOf(table, account, rejected.rfpId)).toEqual([]);
    expect(await usedCalls(table, account)).toBe(95);

    expect(await storeRfp(table, account, newRfp(50), reservation(50, 100))).toEqual({ outcome: 'written' });
    expect(await usedCalls(table, account)).toBe(100);
    const fresh = newAccount();
    expect(await storeRfp(table, fresh, newRfp(51), reservation(51, 5))).toMatchObject({
      outcome: 'over-limit',
    });
    expect(await usedCalls(table, fresh)).toBe(0);
  });

  it('of two at once at the limit happens once', async () => {
    const account = newAccount();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => storeRfp(table, account, newRfp(60), reservation(60, 20))),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'written')).toHaveLength(3);
    expect(await usedCalls(table, account)).toBe(18);
  });

  it('happens once with an extra write that others made before, and counts once', async () => {
    const account = newAccount();
    const make = () => storeRfp(table, account, newRfp(20), reservation(20, 2), answerOf(account.orgId));
    expect(await make()).toEqual({ outcome: 'written' });
    // The answer of the first call takes precedence over the limit.
    expect(await make()).toEqual({ outcome: 'answered-before' });
    expect(await usedCalls(table, account)).toBe(2);
  });
});

describe('the results of a chunk', () => {
  it('are written once, with their counters and the calls to give back', async () => {
    const account = newAccount();
    const rfpId = await created(store, account, 57);
    const work = await workOf(account, rfpId, 1, 1);
    const results = failedResults(work, 1);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => store.write(account, work, results)));
    expect(outcomes.toSorted()).toEqual(['written', 'written-before', 'written-before', 'written-before']);
    expect(await store.chunk(account, rfpId, 1, 1)).toBe('written-before');
    expect(await usedCalls(table, account)).toBe(5);
    expect(await store.read(account, rfpId)).toMatchObject({
      remaining: 1,
      calls: 5,
      counters: { ...NO_COUNTERS, failed: 7, errorINTERNAL_ERROR: 7 },
    });
  });

  it('are not written after a deletion, and nothing is left', async () => {
    const account = newAccount();
    const rfpId = await created(store, account, 60);
    const work = await workOf(account, rfpId, 1, 0);
    await store.erase(account, rfpId);
    expect(await itemsOf(table, account, rfpId)).toHaveLength(2);

    expect([await store.delete(account, rfpId), await store.delete(account, rfpId)]).toEqual([true, false]);
    expect(await store.write(account, work, failedResults(work, 5))).toBe('obsolete');
    expect(await store.chunk(account, rfpId, 1, 1)).toBe('obsolete');
    await store.erase(account, rfpId);
    await store.erase(account, rfpId);
    expect(await itemsOf(table, account, rfpId)).toEqual([]);
    expect(await usedCalls(table, account)).toBe(6);
  });

  it('of another run are obsolete', async () => {
    const account = newAccount();
    const rfpId = await created(store, account, 10);
    expect(await store.chunk(account, rfpId, 2, 0)).toBe('obsolete');
    expect(await store.chunk(account, rfpId, 1, 1)).toBe('obsolete');
    const work = await workOf(account, rfpId, 1, 0);
    const ofRun = (run: number) => ({ ...work, rfp: { ...work.rfp, run } });
    expect(await store.write(account, ofRun(2), failedResults(work, 0))).toBe('obsolete');
    expect(await store.read(account, rfpId)).toMatchObject({ remaining: 1, counters: NO_COUNTERS });
  });
});

describe('the pricing of an RFP', () => {
  const LANES = 1_000;

  /** Prices all chunks by 6 workers that can be killed before and after each write. */
  const priceAll = async (account: ReturnType<typeof newAccount>, killEvery: number) => {
    const rfpId = await createdByFile(table, account, LANES);
    const rfp = await store.read(account, rfpId);
    if (rfp === undefined) throw new Error('no RFP');
    let steps = 0;
    let kills = 0;
    const orDie = () => {
      steps += 1;
      if (steps % killEvery !== 0 || kills >= 20) return;
      kills += 1;
      throw new KilledError();
    };
    const price = priceChunkUseCase(
      pricingPorts({
        chunk: store.chunk,
        write: async (...write) => {
          orDie();
          const outcome = await store.write(...write);
          orDie();
          return outcome;
        },
      }),
    );
    await deliverAll(messagesOf(account, rfp), 6, async (message) => {
      await price(message, false);
    });
    const { results, summaries } = await allResults(table, account, rfpId);
    return { rfp: await store.read(account, rfpId), results, summaries, kills };
  };

  it('gives the results of undisturbed workers after 20 kills and duplicates, with exact counters and usage', async () => {
    const [quiet, disturbed] = [newAccount(), newAccount()];
    const expected = await priceAll(quiet, Number.POSITIVE_INFINITY);
    const found = await priceAll(disturbed, 2);
    expect([expected.kills, found.kills]).toEqual([0, 20]);

    expect(found.results).toHaveLength(LANES);
    expect(found.results).toEqual(expected.results);
    expect(found.summaries).toEqual(expected.summaries);
    for (const { rfp, summaries } of [expected, found]) {
      expect(rfp && rfpStatus(rfp)).toBe('priced');
      expect(rfp?.counters).toEqual(countLanes(summaries));
      expect(rfp).toMatchObject({ remaining: 0, calls: countedCalls(LANES) });
    }
    expect(found.rfp?.counters.priced).toBeGreaterThan(LANES / 2);
    expect(found.rfp?.counters.openWeeklyCents).toBeGreaterThan(0);
    expect(found.rfp?.counters.errorLANE_INVALID).toBe(Math.ceil(LANES / 97));
    expect(await usedCalls(table, disturbed)).toBe(countedCalls(LANES));
  }, 300_000);

  it('gives back the calls of lanes that fail for our reasons, once and only at the last attempt', async () => {
    const account = newAccount();
    const rfpId = await created(store, account, 70);
    const rfp = await store.read(account, rfpId);
    if (rfp === undefined) throw new Error('no RFP');
    const ports = pricingPorts(store);
    const roadDistances = { between: () => Promise.reject(new Error('no roads')) };
    const price = priceChunkUseCase({ ...ports, roadDistances });
    const [first] = messagesOf(account, rfp);
    if (first === undefined) throw new Error('no chunk');
    expect(await price(first, false)).toBe('failing');
    expect(await usedCalls(table, account)).toBe(7);
    expect(await store.read(account, rfpId)).toEqual(rfp);

    expect([await price(first, true), await price(first, true)]).toEqual(['written', 'written-before']);
    const failed = (await allResults(table, account, rfpId)).summaries.filter(
      ({ code }) => code === 'INTERNAL_ERROR',
    ).length;
    const kept = countedCalls(50 - failed) + 2;
    expect(failed).toBeGreaterThan(10);
    expect(await usedCalls(table, account)).toBe(kept);
    expect(await store.read(account, rfpId)).toMatchObject({ calls: kept, remaining: 1 });
  });

  it('keeps items far below the limit of DynamoDB', async () => {
    const account = newAccount();
    const rfpId = await created(store, account, 50);
    const [message] = messagesOf(account, (await store.read(account, rfpId)) ?? never());
    if (message) await priceChunkUseCase(pricingPorts(store))(message, false);
    const sizes = (await itemsOf(table, account, rfpId)).map(({ sk, data }) => [
      String(sk).split('#')[0],
      (data as Uint8Array).length,
    ]);
    expect(Math.max(...sizes.map(([, bytes]) => Number(bytes)))).toBeLessThan(40_000);
    expect(lanesOf(50)).toHaveLength(50);
  });
});

function never(): never {
  throw new Error('no RFP');
}
