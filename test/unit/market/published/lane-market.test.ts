import { describe, expect, it } from 'vitest';
import { loadsBetween, type MarketCell } from '../../../../shared/market/cells/market-cell.ts';
import { cellOf } from '../../../../shared/market/cells/merge-cells.ts';
import type { LoadOwner } from '../../../../shared/market/loads/load-owner.ts';
import { type LaneMarket, marketEvidence } from '../../../../shared/market/published/lane-market.ts';
import type { PublishedMarket } from '../../../../shared/market/published/published-market.ts';

const SPAN = { from: 100, to: 130 };
const LIVE: LoadOwner = 'org_me#live';
const TEST: LoadOwner = 'org_me#test';
const OTHER: LoadOwner = 'org_other#test';

/** So many loads a contributor, all in one week. */
const cell = (...contributors: readonly string[]): MarketCell =>
  cellOf(contributors.map((contributor) => ({ week: 110, kind: 0, residual: 0.1, contributor })));

/** Of a market that LIVE pools its loads in. */
function evidenceOf(owner: LoadOwner, lane: MarketCell, own?: MarketCell) {
  const published: Pick<PublishedMarket, 'open' | 'simulated' | 'freightMarkets' | 'isPooled'> = {
    open: true,
    simulated: false,
    freightMarkets: new Map(),
    isPooled: (of) => of === LIVE,
  };
  const kept = { market: { lane }, own: own ? { lane: own } : {}, owner, published } as LaneMarket;
  const evidence = marketEvidence({ freightMarket: 'oakland' }, kept, SPAN);
  const loads = loadsBetween(evidence?.cells.lane, SPAN);
  return { loads, shown: evidence?.countShown('lane', loads) };
}

describe('the cells that an organization with pooled loads may see', () => {
  it('are the same for its test keys: its own loads do not count toward three contributors', () => {
    const lane = cell('a', 'b', LIVE, LIVE);
    expect(evidenceOf(TEST, lane).loads).toBe(0);
    expect(evidenceOf(LIVE, lane, cell(LIVE, LIVE)).loads).toBe(2);
    expect(evidenceOf(OTHER, lane).loads).toBe(4);
  });

  it('have no count for its test keys if its own loads are part of a sum', () => {
    const lane = cell('a', 'b', 'c', LIVE);
    expect(evidenceOf(TEST, lane)).toEqual({ loads: 4, shown: null });
    expect(evidenceOf(LIVE, lane, cell(LIVE))).toEqual({ loads: 4, shown: 4 });
    expect(evidenceOf(OTHER, lane)).toEqual({ loads: 4, shown: 3 });
    expect(evidenceOf(TEST, cell('a', 'b', 'c', 'd', 'e')).shown).toBeNull();
  });
});
