import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANES_PER_CHUNK } from '../../../../shared/rfps/lanes/lane-draft.ts';
import {
  formatLaneCursor,
  LANE_ORDERS,
  type LaneCursor,
  type LaneFilter,
  type LaneOrder,
  pageOfLanes,
  parseLaneCursor,
} from '../../../../shared/rfps/lanes/lane-page.ts';
import type { LaneSummary } from '../../../../shared/rfps/lanes/lane-summary.ts';

const lane: fc.Arbitrary<LaneSummary> = fc.record({
  status: fc.constantFrom('priced', 'failed'),
  confidence: fc.integer({ min: 0, max: 100 }),
  weeklyCents: fc.integer({ min: 0, max: 5 }),
  origin: fc.constantFrom('Oakland, CA', 'Port of Oakland', 'Cañon City, CO'),
  excluded: fc.boolean(),
});
/** Chunks in any order, of which some have no results. */
const chunks = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 30 }), fc.array(lane, { minLength: 1, maxLength: 8 })), {
    selector: ([chunk]) => chunk,
    maxLength: 8,
  })
  .map((entries) => new Map(entries));
const order = fc.constantFrom(...LANE_ORDERS);
const filter: fc.Arbitrary<LaneFilter> = fc.record(
  {
    status: fc.constantFrom('priced', 'failed'),
    minConfidence: fc.integer({ min: 0, max: 60 }),
    maxConfidence: fc.integer({ min: 40, max: 100 }),
    origin: fc.constantFrom('oakland', 'CANON', 'nowhere'),
  },
  { requiredKeys: [] },
);

type Chunks = Parameters<typeof pageOfLanes>[0];
const summaryAt = (summaries: Chunks, index: number): LaneSummary | undefined =>
  summaries.get(Math.floor(index / LANES_PER_CHUNK))?.[index % LANES_PER_CHUNK];

/** The indexes of all pages, with cursors as callers send them. */
function allPages(summaries: Chunks, meant: LaneFilter, by: LaneOrder, limit: number): readonly number[] {
  const indexes: number[] = [];
  let after: LaneCursor | undefined;
  do {
    const page = pageOfLanes(summaries, meant, { order: by, limit, ...(after && { after }) });
    expect(page.indexes.length).toBeLessThanOrEqual(limit);
    indexes.push(...page.indexes);
    after = page.next && parseLaneCursor(formatLaneCursor(page.next), by);
    expect(after).toEqual(page.next);
  } while (after !== undefined);
  return indexes;
}

describe('pages of lanes', () => {
  it('have each lane of the filter once, in the order', () => {
    fc.assert(
      fc.property(chunks, filter, order, fc.integer({ min: 1, max: 20 }), (summaries, meant, by, limit) => {
        const indexes = allPages(summaries, meant, by, limit);
        expect(new Set(indexes).size).toBe(indexes.length);
        expect(indexes).toEqual(allPages(summaries, meant, by, 1_000));
        const found = indexes.map((index) => summaryAt(summaries, index));
        const sign = by === 'lowest_confidence' ? -1 : 1;
        const values = found.map(
          (one) => sign * ((by === 'spend' ? one?.weeklyCents : one?.confidence) ?? 0),
        );
        if (by === 'index') expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
        else expect(values).toEqual(values.toSorted((one, other) => other - one));

        const isMeant = ({ status, confidence, origin }: LaneSummary) =>
          (meant.status ?? status) === status &&
          confidence >= (meant.minConfidence ?? 0) &&
          confidence <= (meant.maxConfidence ?? 100) &&
          (meant.origin === undefined ||
            (meant.origin === 'oakland' && origin.includes('Oakland')) ||
            (meant.origin === 'CANON' && origin.includes('Cañon')));
        expect(indexes).toHaveLength([...summaries.values()].flat().filter(isMeant).length);
      }),
    );
  });

  it('are not repeated by results that arrive between them', () => {
    fc.assert(
      fc.property(chunks, chunks, order, (first, later, by) => {
        const page = pageOfLanes(first, {}, { order: by, limit: 3 });
        if (page.next === undefined) return;
        const all = new Map([...later, ...first]);
        const next = pageOfLanes(all, {}, { order: by, limit: 1_000, after: page.next }).indexes;
        expect(next.filter((index) => page.indexes.includes(index))).toEqual([]);
      }),
    );
  });

  it('reject cursors of another order, and other texts', () => {
    const cursor = formatLaneCursor({ order: 'spend', value: 7, index: 3 });
    expect(parseLaneCursor(cursor, 'spend')).toEqual({ order: 'spend', value: 7, index: 3 });
    expect(parseLaneCursor(cursor, 'confidence')).toBeUndefined();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        (text) => {
          expect(parseLaneCursor(text, 'index')).toBeUndefined();
          expect(parseLaneCursor(Buffer.from(text).toString('base64url'), 'index')).toBeUndefined();
        },
      ),
    );
  });
});
