import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { awardLanes } from '../../../shared/rfps/award-rfp.ts';
import { describeRfpDetail, rfpDetail } from '../../../shared/rfps/documents/rfp-document.ts';
import {
  chunkCount,
  chunkOf,
  LANES_PER_CHUNK,
  lanesIn,
  MAX_RFP_LANES,
} from '../../../shared/rfps/lanes/lane-draft.ts';
import {
  LANE_ERROR_CODES,
  type LaneSummary,
  type LaneTerms,
  MAX_REASON_LENGTH,
  MAX_REASONS,
} from '../../../shared/rfps/lanes/lane-result.ts';
import {
  formatLaneCursor,
  LANE_ORDERS,
  pageOfLanes,
  parseLaneCursor,
} from '../../../shared/rfps/listing/list-lanes.ts';
import { MAX_CHANGED_LANES } from '../../../shared/rfps/read-rfp-change.ts';
import { countedCalls, LANES_PER_CALL, returnedCalls } from '../../../shared/rfps/record/counted-calls.ts';
import {
  addCounters,
  counterChange,
  countLanes,
  NO_COUNTERS,
  OUTCOMES,
  type RfpCounters,
} from '../../../shared/rfps/record/rfp-counters.ts';
import { allows, RFP_STATUSES, rfpStatus } from '../../../shared/rfps/record/rfp-status.ts';
import type { RfpId } from '../../../shared/rfps/record/stored-rfp.ts';
import { readTerms, termsItem } from '../../../shared/rfps/store/dynamodb-rfp-items.ts';
import { storedRfp } from './stored-rfp.ts';

const laneCount = fc.integer({ min: 1, max: 100_000 });

describe('chunks of an RFP', () => {
  const chunksOf = (count: number) => Array.from({ length: chunkCount(count) }, (_, chunk) => chunk);

  it('have each lane once', () => {
    fc.assert(
      fc.property(laneCount, fc.nat(), (count, any) => {
        expect(chunksOf(count).reduce((sum, chunk) => sum + lanesIn(chunk, count), 0)).toBe(count);
        const index = any % count;
        const { chunk, offset } = chunkOf(index);
        expect(chunk * LANES_PER_CHUNK + offset).toBe(index);
        expect(offset).toBeLessThan(lanesIn(chunk, count));
      }),
    );
  });

  it('count the calls of the RFP together', () => {
    expect(LANES_PER_CHUNK % LANES_PER_CALL).toBe(0);
    fc.assert(
      fc.property(laneCount, (count) => {
        const calls = chunksOf(count).map((chunk) => countedCalls(lanesIn(chunk, count)));
        expect(calls.reduce((sum, one) => sum + one, 0)).toBe(countedCalls(count));
      }),
    );
  });

  it('give back what their lanes that failed for our reasons counted', () => {
    expect([1, 10, 11, 50].map(countedCalls)).toEqual([1, 1, 2, 5]);
    expect([0, 9, 10, 50].map((failed) => returnedCalls(0, 50, failed))).toEqual([0, 0, 1, 5]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LANES_PER_CHUNK }), fc.nat(), (count, any) => {
        const failed = any % (count + 1);
        const kept = countedCalls(count) - returnedCalls(0, count, failed);
        expect(kept * LANES_PER_CALL).toBeGreaterThanOrEqual(count - failed);
        expect(kept === 0).toBe(failed === count);
      }),
    );
    // Corrected lanes are few in each chunk: what chunks give back is never more than all count.
    const chunks = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.nat(50)), { maxLength: 40 });
    fc.assert(
      fc.property(chunks, (counts) => {
        let [before, back] = [0, 0];
        for (const [lanes, failed] of counts) {
          back += returnedCalls(before, lanes, Math.min(lanes, failed));
          before += lanes;
        }
        expect(back).toBeLessThanOrEqual(countedCalls(before));
        if (counts.every(([lanes, failed]) => failed >= lanes)) expect(back).toBe(countedCalls(before));
      }),
    );
  });
});

describe('the status of an RFP', () => {
  it('is pricing while chunks of an open RFP remain, and decides what callers may do', () => {
    const open = (remaining: number, counters: Partial<RfpCounters> = {}) =>
      rfpStatus({ state: 'open', remaining, counters: { ...NO_COUNTERS, ...counters } });
    expect([open(1), open(0), open(0, { open: 3 })]).toEqual(['pricing', 'priced', 'priced']);
    expect([open(0, { won: 1, open: 1 }), open(0, { won: 1, lost: 2 })]).toEqual(['priced', 'awarded']);
    expect(open(1, { won: 1 })).toBe('pricing');
    const allowed = (action: Parameters<typeof allows>[1]) =>
      RFP_STATUSES.filter((status) => allows(status, action));
    for (const action of ['reprice', 'change-lanes'] as const) {
      expect(allowed(action)).toEqual(['priced', 'awarded']);
    }
    expect(allowed('award')).toEqual(['priced', 'awarded']);
    expect(allowed('close')).toEqual(['priced', 'awarded']);
    expect(allowed('rename')).toEqual(['awaiting_upload', 'pricing', 'priced', 'awarded']);
    expect(allowed('delete')).toEqual([...RFP_STATUSES]);
    expect(allowed('read-results')).toEqual(['priced', 'awarded', 'closed']);
  });
});

const PRICED: LaneSummary = {
  ...{ status: 'priced', confidence: 50, weeklyCents: 1, annualCents: 52 },
  ...{ origin: '', excluded: false, simulated: false },
};
const FAILED: LaneSummary = { ...PRICED, status: 'failed', confidence: 0, weeklyCents: 0, annualCents: 0 };

describe('counters of an RFP', () => {
  const summary: fc.Arbitrary<LaneSummary> = fc.oneof(
    fc.record({
      ...{ status: fc.constant('priced' as const), origin: fc.constant('USLAX') },
      confidence: fc.integer({ min: 0, max: 100 }),
      weeklyCents: fc.integer({ min: 0, max: 10_000_000 }),
      annualCents: fc.integer({ min: 0, max: 520_000_000 }),
      excluded: fc.boolean(),
      simulated: fc.boolean(),
    }),
    fc.record({ excluded: fc.boolean(), code: fc.constantFrom(...LANE_ERROR_CODES) }).map((one) => ({
      ...FAILED,
      ...one,
    })),
  );
  const summaries = fc.array(summary, { maxLength: 60 });
  const outcome = fc.constantFrom('won' as const, 'lost' as const, undefined);

  it('are the same however lanes are grouped, and after any change', () => {
    fc.assert(
      fc.property(summaries, summaries, (before, after) => {
        const apart = addCounters(countLanes(before), countLanes(after));
        expect(apart).toEqual(countLanes([...before, ...after]));
        const changed = addCounters(countLanes(before), counterChange(countLanes(before), countLanes(after)));
        expect(changed).toEqual(countLanes(after));
      }),
    );
    expect(countLanes([])).toEqual(NO_COUNTERS);
  });

  it('are, in the detail of the RFP, the sums of its lanes', () => {
    fc.assert(
      fc.property(summaries, fc.array(outcome), (all, outcomes) => {
        const terms = new Map(
          outcomes.map((one, at): [number, LaneTerms] => [at, one ? { outcome: one } : {}]),
        );
        const counters = countLanes(all, terms);
        const detail = describeRfpDetail(storedRfp({ lanes: all.length, counters }), []);
        expect(v.parse(rfpDetail, detail)).toEqual(detail);
        const priced = all.filter(({ status }) => status === 'priced');
        const included = priced.filter(({ excluded }) => !excluded);
        expect(detail.lanes).toEqual({
          ...{ total: all.length, priced: priced.length, failed: all.length - priced.length },
          excluded: all.filter(({ excluded }) => excluded).length,
          ...{ won: counters.won, lost: counters.lost, open: counters.open },
        });
        const isOf = (one: LaneSummary, name: string) => (outcomes[all.indexOf(one)] ?? 'open') === name;
        for (const name of OUTCOMES) {
          const lanes = included.filter((one) => isOf(one, name));
          expect(detail.lanes[name]).toBe(lanes.length);
          const sum = lanes.reduce((cents, { annualCents }) => cents + annualCents, 0);
          expect(detail.totals[name].annual_spend).toBeCloseTo(sum / 100, 6);
        }
        const cents = included.reduce((sum, { weeklyCents }) => sum + weeklyCents, 0);
        expect(detail.totals.weekly_spend).toBeCloseTo(cents / 100, 6);
        const annual = included.reduce((sum, { annualCents }) => sum + annualCents, 0);
        expect(detail.totals.annual_spend).toBeCloseTo(annual / 100, 6);

        // The ranges are a partition of 0 to 100, and each has its lanes.
        expect(detail.confidence.flatMap(({ from, to }) => [from, to])).toEqual([
          ...[0, 19, 20, 39, 40, 59, 60, 79, 80, 100],
        ]);
        for (const { from, to, lanes } of detail.confidence) {
          expect(lanes).toBe(included.filter((one) => one.confidence >= from && one.confidence <= to).length);
        }
        const codes = all.flatMap(({ code }) => code ?? []);
        expect(new Set(detail.errors.map(({ code }) => code))).toEqual(new Set(codes));
        for (const { code, lanes } of detail.errors) {
          expect(lanes).toBe(codes.filter((one) => one === code).length);
        }
      }),
    );
  });
});

describe('stored terms of lanes', () => {
  const own: fc.Arbitrary<LaneTerms> = fc
    .record(
      {
        excluded: fc.constant(true as const),
        outcome: fc.constantFrom('won' as const, 'lost' as const),
        reason: fc.constantFrom('price', 'service, "late"', '価格', ''),
      },
      { requiredKeys: [] },
    )
    .filter((terms) => Object.keys(terms).length > 0);
  const terms = fc
    .uniqueArray(fc.tuple(fc.nat(2_000), own), { selector: ([index]) => index, maxLength: 60 })
    .map((entries) => new Map(entries.toSorted(([one], [other]) => one - other)));

  it('are read as they were written', () => {
    fc.assert(
      fc.property(terms, (lanes) => {
        const stored = { lanes, chunks: [], inputs: new Map(), corrected: [] };
        const item = termsItem({ orgId: 'org_1', mode: 'live' }, 'R-0' as RfpId, 1, stored);
        expect(readTerms(item)).toEqual(stored);
      }),
    );
  });

  it('fit into an item for the most lanes with random values and the most and longest reasons', () => {
    // Random characters of 3 bytes in UTF-8 are compressed least.
    const wide = () => String.fromCharCode(randomInt(0x4e00, 0x9fff));
    const reasons = Array.from({ length: MAX_REASONS }, () =>
      Array.from({ length: MAX_REASON_LENGTH }, wide).join(''),
    );
    const lanes = new Map(
      Array.from({ length: MAX_RFP_LANES }, (_, index): [number, LaneTerms] => [
        index,
        {
          ...(randomInt(2) === 0 ? {} : { excluded: true }),
          outcome: randomInt(2) === 0 ? 'won' : 'lost',
          reason: reasons[randomInt(MAX_REASONS)] ?? '',
        },
      ]),
    );
    const chunks = Array.from({ length: MAX_RFP_LANES / LANES_PER_CHUNK }, (_, chunk) => chunk);
    const inputs = new Map(chunks.map((chunk) => [chunk, randomUUID().slice(0, 8)]));
    const corrected = Array.from({ length: MAX_CHANGED_LANES }, (_, at) => 10 * at + randomInt(10));
    const terms = { lanes, chunks, inputs, corrected };
    const item = termsItem({ orgId: 'org_1', mode: 'live' }, 'R-0' as RfpId, 1, terms);
    expect(item.data.length).toBeLessThan(390_000);
    expect(readTerms(item)).toEqual(terms);
  });
});

describe('an award', () => {
  const TOTAL = 60;
  const summaryOf = (index: number): LaneSummary => {
    if (index === 7) return FAILED;
    return index === 52 ? { ...PRICED, excluded: true } : PRICED;
  };
  const all = Array.from({ length: TOTAL }, (_, index) => summaryOf(index));
  const summaries = new Map([
    [0, all.slice(0, 50)],
    [1, all.slice(50)],
  ]);
  const award = (
    parts: Partial<Parameters<typeof awardLanes>[1]>,
    entries: readonly (readonly [number, LaneTerms])[] = [],
  ) =>
    awardLanes(
      { terms: new Map(entries), summaries, total: TOTAL },
      { lanes: 'all', outcome: 'won', ...parts },
    );

  it('of all lanes leaves out lanes without a price and excluded ones', () => {
    const awarded = award({ reason: 'Price' }, [
      [3, { outcome: 'lost' }],
      [52, { excluded: true }],
    ]);
    if (!awarded.ok) throw new Error(JSON.stringify(awarded.rejection));
    const { lanes, counters } = awarded.body;
    expect(lanes.size).toBe(TOTAL - 1);
    expect(lanes.has(7)).toBe(false);
    expect(lanes.get(52)).toEqual({ excluded: true });
    expect(lanes.get(3)).toEqual({ outcome: 'won', reason: 'Price' });
    expect(counters).toMatchObject({
      won: TOTAL - 2,
      lost: 0,
      open: 0,
      wonAnnualCents: 52 * (TOTAL - 2),
    });
    expect(award({ lanes: [0, 1] })).toMatchObject({ body: { counters: { won: 2, open: TOTAL - 4 } } });
  });

  it('is rejected with one reason too many, unless it replaces the only lane with another one', () => {
    const terms = [...all.keys()]
      .filter((index) => summaryOf(index) === PRICED)
      .slice(0, MAX_REASONS)
      .map((index, at) => [index, { outcome: 'lost', reason: `reason ${at}` }] as const);
    expect(terms).toHaveLength(MAX_REASONS);
    expect(award({ lanes: [59], reason: 'new' }, terms)).toMatchObject({
      ok: false,
      rejection: { details: { errors: [{ field: 'reason' }] } },
    });
    expect(award({ lanes: [0], reason: 'new' }, terms)).toMatchObject({ ok: true });
    expect(award({ lanes: [59], reason: 'reason 3' }, terms)).toMatchObject({ ok: true });
    expect(award({ reason: 'new' }, terms)).toMatchObject({ ok: true });
  });
});

describe('pages of lanes', () => {
  const lane: fc.Arbitrary<LaneSummary> = fc
    .record({ confidence: fc.integer({ min: 0, max: 5 }), weeklyCents: fc.integer({ min: 0, max: 5 }) })
    .map((own) => ({ ...PRICED, ...own }));
  /** Chunks in any order, of which some have no results. */
  const chunks = fc
    .uniqueArray(fc.tuple(fc.nat({ max: 30 }), fc.array(lane, { minLength: 1, maxLength: 8 })), {
      selector: ([chunk]) => chunk,
      maxLength: 8,
    })
    .map((entries) => new Map(entries));

  it('are not repeated by results that arrive between them', () => {
    fc.assert(
      fc.property(chunks, chunks, fc.constantFrom(...LANE_ORDERS), (first, later, order) => {
        const page = pageOfLanes(first, {}, { order, limit: 3 });
        if (page.next === undefined) return;
        const all = new Map([...later, ...first]);
        const next = pageOfLanes(all, {}, { order, limit: 1_000, after: page.next }).indexes;
        expect(next.filter((index) => page.indexes.includes(index))).toEqual([]);
      }),
    );
  });

  it('end with their last lane, and have lanes at both limits of the confidence', () => {
    const summaries = new Map([[0, [10, 20, 30, 40].map((confidence) => ({ ...PRICED, confidence }))]]);
    const filter = { minConfidence: 20, maxConfidence: 30 };
    expect(pageOfLanes(summaries, filter, { order: 'index', limit: 2 })).toEqual({ indexes: [1, 2] });
    expect(pageOfLanes(summaries, filter, { order: 'index', limit: 1 }).next).toMatchObject({ index: 1 });
  });

  it('have cursors of their order, and other texts are none', () => {
    const cursor = formatLaneCursor({ order: 'spend', value: 7, index: 3 });
    expect(parseLaneCursor(cursor, 'spend')).toEqual({ order: 'spend', value: 7, index: 3 });
    expect(parseLaneCursor(cursor, 'confidence')).toBeUndefined();
    const json = fc.jsonValue().map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(fc.string(), json), (text) => {
        expect(parseLaneCursor(text, 'index')).toBeUndefined();
        expect(parseLaneCursor(Buffer.from(text).toString('base64url'), 'index')).toBeUndefined();
      }),
    );
  });
});
