import type { DieselLookup } from '../costs/diesel/diesel-lookup.ts';
import type { MarketLane } from '../market/loads/market-load.ts';
import { type LaneMarket, laneGround, type MarketEvidence } from '../market/published/lane-market.ts';
import { utcDay } from '../platform/time/utc-day.ts';
import { weekNumber } from '../platform/time/utc-week.ts';
import { analyzeLane, type LaneAnalysis } from './lane-analysis.ts';

/** The market analysis of a lane and the source of its loads. */
export interface MarketView {
  readonly analysis: LaneAnalysis;
  readonly source: MarketEvidence['source'];
}

/** Analyzes the market of a lane as of a moment. Undefined if no loads are known. */
export function viewLane(
  lane: MarketLane,
  kept: LaneMarket,
  dieselFor: DieselLookup,
  asOf: Date,
): MarketView | undefined {
  const nation = kept.force.nation(weekNumber(utcDay(asOf)));
  const ground = laneGround(lane, kept, nation.span);
  if (ground === undefined) return undefined;
  const { reaches } = kept.force;
  const { cells, countShown } = ground;
  const terms = { lane, cells, nation, reaches, dieselFor, countShown };
  return { analysis: analyzeLane(terms), source: ground.source };
}
