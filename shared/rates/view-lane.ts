import type { DieselLookup } from '../costs/diesel/diesel-lookup.ts';
import type { MarketLane } from '../market/loads/market-load.ts';
import { spanOf } from '../market/model/estimate-lane.ts';
import { type LaneMarket, type MarketEvidence, marketEvidence } from '../market/published/lane-market.ts';
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
  const { published } = kept;
  const span = spanOf(weekNumber(utcDay(asOf)));
  const evidence = marketEvidence(lane, kept, span);
  if (evidence === undefined) return undefined;
  return {
    analysis: analyzeLane({ lane, span, published, dieselFor, ...evidence }),
    source: evidence.source,
  };
}
