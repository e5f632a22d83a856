import type { DieselLookup } from '../costs/diesel/diesel-lookup.ts';
import type { MarketLane } from '../market/loads/market-load.ts';
import { type LaneMarket, type MarketEvidence, marketEvidence } from '../market/published/lane-market.ts';
import { utcDay } from '../platform/time/utc-day.ts';
import { weekNumber } from '../platform/time/utc-week.ts';
import { analyzeLane, type LaneAnalysis } from './lane-analysis.ts';

/** What the market says of a lane, and whose loads it says that by. */
export interface MarketView {
  readonly analysis: LaneAnalysis;
  readonly source: MarketEvidence['source'];
}

/** What the market says of a lane as of a moment; undefined where no load is known. */
export function viewLane(
  lane: MarketLane,
  kept: LaneMarket,
  dieselFor: DieselLookup,
  asOf: Date,
): MarketView | undefined {
  const nation = kept.published.nation(weekNumber(utcDay(asOf)));
  const ground = marketEvidence(lane, kept, nation.span);
  if (ground === undefined) return undefined;
  const { intervalBounds } = kept.published;
  const { cells, countShown } = ground;
  const terms = { lane, cells, nation, intervalBounds, dieselFor, countShown };
  return { analysis: analyzeLane(terms), source: ground.source };
}
