import { describe, expect, it } from 'vitest';
import { awardLanes } from '../../../../shared/rfps/lanes/award-lanes.ts';
import { type LaneSummary, type LaneTerms, MAX_REASONS } from '../../../../shared/rfps/lanes/lane-summary.ts';

const TOTAL = 60;
const priced: LaneSummary = { status: 'priced', confidence: 50, weeklyCents: 1, origin: '', excluded: false };
const failed: LaneSummary = { ...priced, status: 'failed', confidence: 0, weeklyCents: 0 };
const summaryOf = (index: number): LaneSummary => {
  if (index === 7) return failed;
  return index === 52 ? { ...priced, excluded: true } : priced;
};
const all = Array.from({ length: TOTAL }, (_, index) => summaryOf(index));
const summaries = new Map([
  [0, all.slice(0, 50)],
  [1, all.slice(50)],
]);
const NONE = new Map<number, LaneTerms>();
const award = (
  parts: Partial<Parameters<typeof awardLanes>[1]>,
  terms: ReadonlyMap<number, LaneTerms> = NONE,
) => awardLanes({ terms, summaries, total: TOTAL }, { lanes: 'all', outcome: 'won', ...parts });

describe('an award', () => {
  it('of all lanes leaves out lanes without a price and excluded ones', () => {
    const terms = new Map<number, LaneTerms>([
      [3, { marginPercent: 12 }],
      [52, { excluded: true }],
    ]);
    const awarded = award({ reason: 'Price' }, terms);
    if (!awarded.ok) throw new Error(JSON.stringify(awarded.errors));
    expect(awarded.terms.size).toBe(TOTAL - 1);
    expect(awarded.terms.has(7)).toBe(false);
    expect(awarded.terms.get(52)).toEqual({ excluded: true });
    expect(awarded.terms.get(3)).toEqual({ marginPercent: 12, outcome: 'won', reason: 'Price' });
    expect(terms.get(3)).toEqual({ marginPercent: 12 });
  });

  it('replaces outcome and reason of the lanes that it lists, and of no others', () => {
    const terms = new Map<number, LaneTerms>([
      [1, { outcome: 'won', reason: 'Price' }],
      [2, { outcome: 'won', reason: 'Price' }],
    ]);
    const awarded = award({ lanes: [1], outcome: 'lost' }, terms);
    expect(awarded.ok && [...awarded.terms]).toEqual([
      [1, { outcome: 'lost' }],
      [2, { outcome: 'won', reason: 'Price' }],
    ]);
  });

  it('names each lane that it cannot be for', () => {
    expect(award({ lanes: [0, 7, 52, 60, 99_999] })).toEqual({
      ok: false,
      errors: [
        { field: 'lanes[1]', message: 'names a lane without a price: 7' },
        { field: 'lanes[2]', message: 'names an excluded lane: 52' },
        { field: 'lanes[3]', message: 'must be the index of a lane, from 0 to 59' },
        { field: 'lanes[4]', message: 'must be the index of a lane, from 0 to 59' },
      ],
    });
  });

  it('is rejected with one reason too many, unless it replaces the only lane with another one', () => {
    const terms = new Map(
      [...all.keys()]
        .filter((index) => summaryOf(index) === priced)
        .slice(0, MAX_REASONS)
        .map((index, at): [number, LaneTerms] => [index, { outcome: 'lost', reason: `reason ${at}` }]),
    );
    expect(terms.size).toBe(MAX_REASONS);
    expect(award({ lanes: [59], reason: 'new' }, terms)).toMatchObject({
      ok: false,
      errors: [{ field: 'reason' }],
    });
    expect(award({ lanes: [0], reason: 'new' }, terms)).toMatchObject({ ok: true });
    expect(award({ lanes: [59], reason: 'reason 3' }, terms)).toMatchObject({ ok: true });
    expect(award({ reason: 'new' }, terms)).toMatchObject({ ok: true });
  });
});
