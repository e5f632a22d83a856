import type { DieselLookup } from '../rates/diesel-lookup.ts';
import { utcDay } from '../rates/utc-weeks.ts';
import { analyzeLane, type LaneAnalysis } from './lane-analysis.ts';
import { type LaneGround, type LaneMarket, laneGround } from './lane-market.ts';
import type { MarketLane } from './market-load.ts';
import { weekNumber } from './week-number.ts';

/** What the market says of a lane, and whose loads it says that by. */
export interface MarketView {
  readonly analysis: LaneAnalysis;
  readonly source: LaneGround['source'];
}

/** What the market says of a lane as of a moment; undefined where no load is known. */
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
