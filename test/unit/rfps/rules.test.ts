import { randomInt } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { describeRfpDetail, rfpDetail } from '../../../shared/rfps/documents/rfp-detail.ts';
import { awardLanes } from '../../../shared/rfps/lanes/award-lanes.ts';
import {
  chunkCount,
  chunkOf,
  LANES_PER_CHUNK,
  lanesIn,
  MAX_RFP_LANES,
} from '../../../shared/rfps/lanes/lane-draft.ts';
import {
  formatLaneCursor,
  LANE_ORDERS,
  pageOfLanes,
  parseLaneCursor,
} from '../../../shared/rfps/lanes/lane-page.ts';
import { LANE_ERROR_CODES } from '../../../shared/rfps/lanes/lane-result.ts';
import {
  type LaneSummary,
  type LaneTerms,
  MAX_REASON_LENGTH,
  MAX_REASONS,
} from '../../../shared/rfps/lanes/lane-summary.ts';
import { changeTerms, type LaneChange } from '../../../shared/rfps/record/change-terms.ts';
import { countedCalls, LANES_PER_CALL, returnedCalls } from '../../../shared/rfps/record/counted-calls.ts';
import {
  addCounters,
  counterChange,
  countLanes,
  NO_COUNTERS,
} from '../../../shared/rfps/record/rfp-counters.ts';
import type { RfpId } from '../../../shared/rfps/record/rfp-id.ts';
import { allows, RFP_STATUSES, rfpStatus } from '../../../shared/rfps/record/rfp-status.ts';
import { readTerms, termsItem } from '../../../shared/rfps/store/dynamodb-rfp-items.ts';
import { fromTermsColumns, toTermsColumns } from '../../../shared/rfps/store/terms-columns.ts';
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
    expect([0, 9, 10, 50].map((failed) => returnedCalls(50, failed))).toEqual([0, 0, 1, 5]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LANES_PER_CHUNK }), fc.nat(), (count, any) => {
        const failed = any % (count + 1);
        const kept = countedCalls(count) - returnedCalls(count, failed);
        expect(kept * LANES_PER_CALL).toBeGreaterThanOrEqual(count - failed);
        expect(kept === 0).toBe(failed === count);
      }),
    );
  });
});

describe('the status of an RFP', () => {
  it('is pricing while chunks of an open RFP remain, and decides what callers may do', () => {
    expect(rfpStatus({ state: 'open', remaining: 1 })).toBe('pricing');
    expect(rfpStatus({ state: 'open', remaining: 0 })).toBe('priced');
    expect(rfpStatus({ state: 'awarded', remaining: 0 })).toBe('awarded');
    const allowed = (action: Parameters<typeof allows>[1]) =>
      RFP_STATUSES.filter((status) => allows(status, action));
    expect(allowed('reprice')).toEqual(['priced']);
    expect(allowed('change-lanes')).toEqual(['priced']);
    expect(allowed('award')).toEqual(['priced', 'awarded']);
    expect(allowed('close')).toEqual(['priced', 'awarded']);
    expect(allowed('rename')).toEqual(['awaiting_upload', 'pricing', 'priced', 'awarded']);
    expect(allowed('delete')).toEqual([...RFP_STATUSES]);
    expect(allowed('read-results')).toEqual(['priced', 'awarded', 'closed']);
  });
});

const PRICED: LaneSummary = { status: 'priced', confidence: 50, weeklyCents: 1, origin: '', excluded: false };
const FAILED: LaneSummary = { ...PRICED, status: 'failed', confidence: 0, weeklyCents: 0 };

describe('counters of an RFP', () => {
  const summary: fc.Arbitrary<LaneSummary> = fc.oneof(
    fc.record({
      ...{ status: fc.constant('priced' as const), origin: fc.constant('USLAX') },
      confidence: fc.integer({ min: 0, max: 100 }),
      weeklyCents: fc.integer({ min: 0, max: 10_000_000 }),
      annualCents: fc.integer({ min: 0, max: 520_000_000 }),
      excluded: fc.boolean(),
    }),
    fc.record({ excluded: fc.boolean(), code: fc.constantFrom(...LANE_ERROR_CODES) }).map((one) => ({
      ...FAILED,
      ...one,
    })),
  );
  const summaries = fc.array(summary, { maxLength: 60 });

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
      fc.property(summaries, (all) => {
        const detail = describeRfpDetail(storedRfp({ lanes: all.length, counters: countLanes(all) }), []);
        expect(v.parse(rfpDetail, detail)).toEqual(detail);
        const priced = all.filter(({ status }) => status === 'priced');
        const included = priced.filter(({ excluded }) => !excluded);
        expect(detail.lanes).toEqual({
          ...{ total: all.length, priced: priced.length, failed: all.length - priced.length },
          excluded: all.filter(({ excluded }) => excluded).length,
        });
        const cents = included.reduce((sum, { weeklyCents }) => sum + weeklyCents, 0);
        expect(detail.totals.weekly_spend).toBeCloseTo(cents / 100, 6);
        const annual = included.reduce((sum, { annualCents = 0 }) => sum + annualCents, 0);
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

describe('a change of the terms of lanes', () => {
  const TOTAL = 220;
  const percent = fc.constantFrom(0, 7.5, 30);
  const margin = fc.option(percent, { nil: undefined });
  const ownTerms: fc.Arbitrary<LaneTerms> = fc.record(
    { marginPercent: percent, excluded: fc.constant(true as const), outcome: fc.constant('won' as const) },
    { requiredKeys: [] },
  );
  const terms = fc
    .array(fc.tuple(fc.nat(TOTAL - 1), ownTerms), { maxLength: 30 })
    .map((entries) => new Map(entries.filter(([, own]) => Object.keys(own).length > 0)));
  const change = fc.record(
    { index: fc.nat(TOTAL - 1), marginPercent: fc.option(percent, { nil: null }), excluded: fc.boolean() },
    { requiredKeys: ['index'] },
  );
  const changes = fc.uniqueArray(change, { selector: ({ index }) => index, maxLength: 30 });

  /** What a lane should have after a change, from the statement of the operation. */
  function expected(own: LaneTerms, requested: Omit<LaneChange, 'index'> | undefined): LaneTerms {
    const after: Record<string, unknown> = { ...own };
    if (typeof requested?.marginPercent === 'number') after.marginPercent = requested.marginPercent;
    if (requested?.marginPercent === null) delete after.marginPercent;
    if (requested?.excluded === true) after.excluded = true;
    if (requested?.excluded === false) delete after.excluded;
    return after;
  }

  it('changes what it names, keeps the rest, and runs for the chunks whose prices or sums change', () => {
    fc.assert(
      fc.property(terms, margin, changes, margin, (lanes, before, requested, after) => {
        const byIndex = new Map(requested.map((one) => [one.index, one]));
        const changed = changeTerms(
          { lanes, marginPercent: before },
          { changes: requested, marginPercent: after },
          TOTAL,
        );
        const chunks = new Set<number>();
        let isChanged = before !== after;
        for (let index = 0; index < TOTAL; index++) {
          const own = lanes.get(index) ?? {};
          const wanted = expected(own, byIndex.get(index));
          expect((changed?.lanes ?? lanes).get(index) ?? {}).toEqual(wanted);
          const price = own.marginPercent ?? before;
          const isExcluded = own.excluded === true;
          if (price !== (wanted.marginPercent ?? after) || isExcluded !== (wanted.excluded === true)) {
            chunks.add(chunkOf(index).chunk);
          }
          isChanged ||= own.marginPercent !== wanted.marginPercent || own.excluded !== wanted.excluded;
        }
        expect(changed === undefined).toBe(!isChanged);
        expect(changed?.chunks ?? []).toEqual([...chunks].toSorted((one, other) => one - other));
      }),
    );
  });
});

describe('terms of lanes by column', () => {
  const own: fc.Arbitrary<LaneTerms> = fc
    .record(
      {
        marginPercent: fc.integer({ min: 0, max: 50_000 }).map((value) => value / 100),
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
        const columns = JSON.parse(JSON.stringify(toTermsColumns(lanes)));
        expect([...fromTermsColumns(columns)]).toEqual([...lanes]);
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
          marginPercent: randomInt(50_001) / 100,
          ...(randomInt(2) === 0 ? {} : { excluded: true }),
          outcome: randomInt(2) === 0 ? 'won' : 'lost',
          reason: reasons[randomInt(MAX_REASONS)] ?? '',
        },
      ]),
    );
    const chunks = Array.from({ length: MAX_RFP_LANES / LANES_PER_CHUNK }, (_, chunk) => chunk);
    const item = termsItem({ orgId: 'org_1', mode: 'live' }, 'R-0' as RfpId, 1, { lanes, chunks });
    expect(item.data.length).toBeLessThan(390_000);
    expect(readTerms(item)).toEqual({ lanes, chunks });
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
      [3, { marginPercent: 12 }],
      [52, { excluded: true }],
    ]);
    if (!awarded.ok) throw new Error(JSON.stringify(awarded.errors));
    expect(awarded.terms.size).toBe(TOTAL - 1);
    expect(awarded.terms.has(7)).toBe(false);
    expect(awarded.terms.get(52)).toEqual({ excluded: true });
    expect(awarded.terms.get(3)).toEqual({ marginPercent: 12, outcome: 'won', reason: 'Price' });
  });

  it('is rejected with one reason too many, unless it replaces the only lane with another one', () => {
    const terms = [...all.keys()]
      .filter((index) => summaryOf(index) === PRICED)
      .slice(0, MAX_REASONS)
      .map((index, at) => [index, { outcome: 'lost', reason: `reason ${at}` }] as const);
    expect(terms).toHaveLength(MAX_REASONS);
    expect(award({ lanes: [59], reason: 'new' }, terms)).toMatchObject({
      ok: false,
      errors: [{ field: 'reason' }],
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
