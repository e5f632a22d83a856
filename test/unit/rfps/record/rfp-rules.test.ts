import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkCount, chunkOf, LANES_PER_CHUNK, lanesIn } from '../../../../shared/rfps/lanes/lane-draft.ts';
import { LANE_ERROR_CODES } from '../../../../shared/rfps/lanes/lane-result.ts';
import { countedCalls, LANES_PER_CALL, returnedCalls } from '../../../../shared/rfps/record/counted-calls.ts';
import {
  addCounters,
  CONFIDENCE_RANGES,
  counterChange,
  countLanes,
  NO_COUNTERS,
} from '../../../../shared/rfps/record/rfp-counters.ts';
import { allows, RFP_STATUSES, rfpStatus } from '../../../../shared/rfps/record/rfp-status.ts';

const lanes = fc.integer({ min: 1, max: 100_000 });
const chunksOf = (count: number) => Array.from({ length: chunkCount(count) }, (_, chunk) => chunk);

describe('chunks of an RFP', () => {
  it('have each lane once', () => {
    fc.assert(
      fc.property(lanes, fc.nat(), (count, any) => {
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
      fc.property(lanes, (count) => {
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
  it('is pricing while chunks of an open RFP remain, and priced afterwards', () => {
    expect(rfpStatus({ state: 'open', remaining: 1 })).toBe('pricing');
    expect(rfpStatus({ state: 'open', remaining: 0 })).toBe('priced');
    expect(rfpStatus({ state: 'awarded', remaining: 0 })).toBe('awarded');
  });

  it('decides what callers may do', () => {
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

const summary = fc.oneof(
  fc.record({
    status: fc.constant('priced' as const),
    confidence: fc.integer({ min: 0, max: 100 }),
    weeklyCents: fc.nat(),
    origin: fc.constant('Oakland, CA'),
    excluded: fc.boolean(),
  }),
  fc.record({
    status: fc.constant('failed' as const),
    confidence: fc.constant(0),
    weeklyCents: fc.constant(0),
    origin: fc.constant(''),
    excluded: fc.boolean(),
    code: fc.constantFrom(...LANE_ERROR_CODES),
  }),
);
const summaries = fc.array(summary, { maxLength: 60 });

describe('counters of an RFP', () => {
  it('count each lane by status, each error by code, and each priced lane in one range of confidence', () => {
    fc.assert(
      fc.property(summaries, (all) => {
        const counters = countLanes(all);
        expect(counters.priced + counters.failed).toBe(all.length);
        expect(LANE_ERROR_CODES.reduce((sum, code) => sum + counters[`error${code}`], 0)).toBe(
          counters.failed,
        );
        const included = all.filter(({ status, excluded }) => status === 'priced' && !excluded);
        const inRanges = CONFIDENCE_RANGES.map((from) => counters[`confidence${from}`]);
        expect(inRanges.reduce((sum, one) => sum + one, 0)).toBe(included.length);
        expect(counters.weeklyCents).toBe(included.reduce((sum, one) => sum + one.weeklyCents, 0));
      }),
    );
    const at = (confidence: number) =>
      countLanes([{ status: 'priced', confidence, weeklyCents: 1, origin: '', excluded: false }]);
    expect([at(19).confidence0, at(20).confidence20, at(79).confidence60, at(100).confidence80]).toEqual([
      1, 1, 1, 1,
    ]);
  });

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
});
