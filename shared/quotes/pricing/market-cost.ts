import { type DieselLookup, type DieselPrice, isStale } from '../../costs/diesel/diesel-lookup.ts';
import { type EquipmentType, isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { costOfMove, MODEL_VERSION } from '../../costs/model/cost-model.ts';
import { modelConfidence, POINTS_PER_DOUBT, rateRange } from '../../costs/model/model-error.ts';
import {
  costOfRoadMove,
  DIRECTION_NOT_KNOWN,
  ROAD_MODEL_VERSION,
} from '../../costs/model/road-cost-model.ts';
import { freightMarketOf } from '../../market/loads/freight-markets.ts';
import { trailerLane } from '../../market/loads/market-lane.ts';
import type { MarketLane } from '../../market/loads/market-load.ts';
import type { LaneMarket } from '../../market/published/lane-market.ts';
import { marketActivity } from '../../market/published/published-market.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { mondayOf } from '../../platform/time/utc-week.ts';
import { rateBasis } from '../../rates/rate-basis.ts';
import type { RateAnalysis } from '../../rates/rate-result.ts';
import { rateTimeline, trendOf } from '../../rates/rate-timeline.ts';
import { longHaulWarnings } from '../../rates/rate-warnings.ts';
import { type MarketView, viewLane } from '../../rates/view-lane.ts';
import type { QuoteLane } from '../stops/quote-lane.ts';

/** The market cost of a move in integer cents, without margin and accessorials. */
export interface MarketCost {
  readonly linehaulCents: number;
  readonly fuelCents: number;
  /** The middle 80% of the expected cost of linehaul and fuel. */
  readonly range: { readonly minCents: number; readonly maxCents: number };
  readonly diesel: DieselPrice;
  /** 0-100. */
  readonly confidence: number;
  readonly basis: RateAnalysis['basis'];
  /** See `marketActivity`. */
  readonly activity: RateAnalysis['activity'];
  readonly trend: RateAnalysis['trend'];
  /** Factors that the cost ignores, as full sentences. */
  readonly notKnown: readonly string[];
  /** About the linehaul. */
  readonly linehaulWarnings: readonly string[];
  /** About the fuel cost. */
  readonly fuelWarnings: readonly string[];
}

interface PricedMove {
  readonly lane: QuoteLane;
  readonly equipment: EquipmentType;
  /** One way. */
  readonly miles: number;
  /** Warnings about the places and the road distance; each lowers the confidence. */
  readonly doubts: readonly string[];
}

/**
 * The cost of a move this week, with the diesel price of the origin's region. A container uses the drayage model of its
 * terminal (of an inland yard if no terminal is near), a trailer the over-the-road model. If loads are known for a
 * terminal's lane, the market linehaul replaces the modeled one, as in rates; the fuel cost does not change.
 * @param market the market data of the lane from `marketLaneOf`.
 */
export function marketCost(
  move: PricedMove,
  dieselFor: DieselLookup,
  now: Date,
  market?: LaneMarket,
): MarketCost {
  const { lane, miles, equipment } = move;
  const diesel = dieselFor(lane.origin.state, mondayOf(now));
  const { linehaulCents, fuelCents, minimumApplied, haul } = costOf(move, diesel.pricePerGallon);
  const marketLane = market && marketLaneOf(lane, equipment);
  const view = market && marketLane && viewLane({ ...marketLane, miles }, market, dieselFor, now);
  const fuelWarnings = dieselWarnings(diesel, now);
  const shortHaul = minimumApplied && !view ? ['Short haul: priced at the minimum linehaul.'] : [];
  const doubts = move.doubts.length + fuelWarnings.length + (lane.kind === 'unserved' ? 1 : 0);
  const road = isRoadEquipment(equipment);
  return {
    ...(view ? byMarket(view, fuelCents, doubts) : byCost()),
    fuelCents,
    diesel,
    activity: marketActivity(
      market?.published,
      marketLane?.freightMarket ?? freightMarketOf(lane[lane.terminalAt ?? 'origin']),
    ),
    trend: view?.analysis.trend ?? costTrend(),
    basis: rateBasis(view, diesel, road ? ROAD_MODEL_VERSION : MODEL_VERSION),
    notKnown: [...(view ? [] : [NO_LOADS]), ...(road ? [DIRECTION_NOT_KNOWN] : [])],
    linehaulWarnings: [...(road && !view ? [NO_MARKET_DATA] : []), ...shortHaul, ...haul],
    fuelWarnings,
  };

  function costTrend() {
    const costOn = (monday: string) => {
      const cost = costOf(move, dieselFor(lane.origin.state, monday).pricePerGallon);
      return cost.linehaulCents + cost.fuelCents;
    };
    return trendOf(rateTimeline(now, costOn));
  }

  function byCost() {
    return {
      linehaulCents,
      range: rateRange(linehaulCents + fuelCents, miles),
      confidence: modelConfidence(miles, doubts),
    };
  }
}

/** The warning about a diesel price that is not the newest one. */
export const dieselWarnings = (diesel: DieselPrice, now: Date): readonly string[] =>
  isStale(diesel, utcDay(now))
    ? [`Diesel price is from ${diesel.week}; the fuel surcharge may be inaccurate.`]
    : [];

/** The market's range includes the fuel cost of the terminal's region; it is shifted to the fuel cost of this quote. */
function byMarket({ analysis }: MarketView, fuelCents: number, doubts: number) {
  const fuelDifference = fuelCents - analysis.fuelCents;
  return {
    linehaulCents: analysis.linehaulCents,
    range: {
      minCents: analysis.range.minCents + fuelDifference,
      maxCents: analysis.range.maxCents + fuelDifference,
    },
    confidence: Math.max(0, analysis.confidence - doubts * POINTS_PER_DOUBT),
  };
}

const NO_MARKET_DATA =
  'No market data supports this price: the service has no observed loads of trailers. The price comes from the cost model.';

const NO_LOADS =
  'No loads are known for this lane or lanes near it. The price comes from the cost model only.';

/** The market lane of a quote: of a trailer, or from its terminal to the door; undefined if a container has no terminal. */
export function marketLaneOf(
  lane: QuoteLane,
  equipment: EquipmentType,
): Omit<MarketLane, 'miles'> | undefined {
  if (isRoadEquipment(equipment)) return trailerLane(lane.origin, lane.destination, equipment);
  if (lane.terminalAt === undefined) return undefined;
  const terminal = lane[lane.terminalAt];
  const door = lane.terminalAt === 'origin' ? lane.destination : lane.origin;
  if (terminal.type === 'city') return undefined;
  return {
    terminal: terminal.terminalKey,
    terminalType: terminal.type,
    originState: terminal.state,
    freightMarket: freightMarketOf(terminal),
    destinationState: door.state,
    zip3: door.zip.slice(0, 3),
  };
}

/** The cost by the model of the equipment. `haul` is the warning about a container that travels longer than drayage. */
function costOf({ lane, equipment, miles }: PricedMove, dieselPrice: number) {
  if (isRoadEquipment(equipment)) return { ...costOfRoadMove({ equipment, miles, dieselPrice }), haul: [] };
  const { type, state } = lane[lane.terminalAt ?? 'origin'];
  const terminalType = type === 'city' ? 'intermodal' : type;
  const cost = costOfMove({ miles, terminalType, state, dieselPrice });
  // A lane without a terminal has a warning of its own.
  return {
    ...cost,
    haul: lane.terminalAt === undefined ? [] : longHaulWarnings(cost.work.nights, terminalType),
  };
}
