import { type DieselLookup, type DieselPrice, isStale } from '../../costs/diesel/diesel-lookup.ts';
import { type EquipmentType, isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import {
  costOfMove,
  MODEL_VERSION,
  modelConfidence,
  POINTS_PER_DOUBT,
  rateRange,
} from '../../costs/model/cost-model.ts';
import { costOfRoadMove, ROAD_MODEL_VERSION } from '../../costs/model/road-cost-model.ts';
import { wageUsdAt } from '../../costs/model/truck-operating-cost.ts';
import type { RouteTolls } from '../../costs/tolls/toll-facilities.ts';
import { type PublishedRate, TRUCK_RATE_REPORT } from '../../costs/trailers/published-rates.ts';
import {
  type TrailerMarket,
  trailerConfidence,
  trailerMarkets,
  trailerRange,
} from '../../costs/trailers/trailer-market.ts';
import type { TollUse } from '../../geography/roads/road-distance.ts';
import { freightMarketOf } from '../../market/loads/freight-markets.ts';
import { type MarketLane, trailerLane } from '../../market/loads/market-lane.ts';
import type { LaneMarket } from '../../market/published/lane-market.ts';
import { marketActivity } from '../../market/store/published-market.ts';
import { daysBetween, mondayOf, utcDay } from '../../platform/time/utc-calendar.ts';
import { longHaulWarnings } from '../../rates/derive-rate.ts';
import { type MarketView, rateBasis, rateTimeline, trendOf, viewLane } from '../../rates/lane-analysis.ts';
import type { RateAnalysis } from '../../rates/rates-document.ts';
import type { QuoteLane } from '../stops/quote-lane.ts';

/** Published rates near a lane, as answers name them. Rates are USD a load with fuel. */
export type PublishedBasis = {
  readonly report: string;
  readonly date: string;
  readonly age_days: number;
  readonly lanes: { origin: string; destination: string; low: number; high: number }[];
};

/** Evidence for a price: loads, or published rates near its lane; `published` is absent if none is near. */
export type MarketBasis = RateAnalysis['basis'] & { readonly published?: PublishedBasis };

export interface MarketCost {
  /** With tolls. */
  readonly linehaulCents: number;
  readonly fuelCents: number;
  readonly tolls: RouteTolls;
  /** The middle 80% of the expected cost of linehaul and fuel. */
  readonly range: { readonly minCents: number; readonly maxCents: number };
  readonly diesel: DieselPrice;
  /** 0-100. */
  readonly confidence: number;
  readonly basis: MarketBasis;
  readonly activity: RateAnalysis['activity'];
  readonly trend: RateAnalysis['trend'];
  readonly notKnown: readonly string[];
  readonly linehaulWarnings: readonly string[];
  readonly fuelWarnings: readonly string[];
}

interface PricedMove {
  readonly lane: QuoteLane;
  readonly equipment: EquipmentType;
  /** One way. */
  readonly miles: number;
  /** Toll facilities on the way. Default: none. */
  readonly tolls?: readonly TollUse[] | undefined;
  /** Warnings about the places and the road distance; each lowers the confidence. */
  readonly doubts: readonly string[];
}

/**
 * The cost of a move this week, with the diesel price of the origin's region. A container uses the drayage model of its
 * terminal (of an inland yard if no terminal is near), a trailer the over-the-road model. If loads are known for a
 * terminal's lane, the market linehaul replaces the modeled one, as in rates; the fuel cost does not change.
 * @param market the market data of the lane from `marketLaneOf`.
 * @param rates published rates of trailers.
 */
export function marketCost(
  move: PricedMove,
  dieselFor: DieselLookup,
  now: Date,
  market: LaneMarket | undefined,
  rates: readonly PublishedRate[],
): MarketCost {
  const { lane, miles, equipment } = move;
  const diesel = dieselFor(lane.origin.state, mondayOf(now));
  const trailer = isRoadEquipment(equipment)
    ? trailerMarkets(rates, dieselFor)({ ...lane, miles, day: utcDay(now) }, equipment)
    : undefined;
  const { linehaulCents, fuelCents, tolls, minimumApplied, haul } = costOf(
    move,
    diesel.pricePerGallon,
    trailer,
  );
  const marketLane = market && marketLaneOf(lane, equipment);
  const ofLoads =
    market && marketLane && viewLane({ ...marketLane, miles, tolls: move.tolls }, market, dieselFor, now);
  // Loads of other lanes say less about a trailer's direction than published rates and freight flows.
  const level = ofLoads?.analysis.basis.level;
  const view = trailer && (level === 'region' || level === 'model') ? undefined : ofLoads;
  const fuelWarnings = dieselWarnings(diesel, now);
  const shortHaul = minimumApplied && !view ? ['Short haul: priced at the minimum linehaul.'] : [];
  const doubts = move.doubts.length + fuelWarnings.length + (lane.kind === 'unserved' ? 1 : 0);
  return {
    ...(view ? byMarket(view, fuelCents, doubts) : byCost()),
    fuelCents,
    tolls,
    diesel,
    activity: marketActivity(
      market?.published,
      marketLane?.freightMarket ?? freightMarketOf(lane[lane.terminalAt ?? 'origin']),
    ),
    trend: view?.analysis.trend ?? costTrend(),
    basis: basis(),
    notKnown: view || trailer?.near.length ? [] : [NO_LOADS, ...(trailer ? [DIRECTION_BY_FLOWS] : [])],
    linehaulWarnings: [
      ...(trailer && !view ? trailerWarnings(trailer, equipment, now) : []),
      ...shortHaul,
      ...haul,
    ],
    fuelWarnings,
  };

  function basis(): MarketBasis {
    const version = trailer ? ROAD_MODEL_VERSION : MODEL_VERSION;
    const loads = rateBasis(view, diesel, version);
    const published = view ? undefined : trailer && publishedBasis(trailer, now);
    return published ? { ...loads, source: 'published rates', asOf: published.date, published } : loads;
  }

  function costTrend() {
    const costOn = (monday: string) => {
      const cost = costOf(move, dieselFor(lane.origin.state, monday).pricePerGallon, trailer);
      return cost.linehaulCents + cost.fuelCents;
    };
    return trendOf(rateTimeline(now, costOn));
  }

  function byCost() {
    const cents = linehaulCents + fuelCents;
    if (trailer === undefined) {
      return { linehaulCents, range: rateRange(cents, miles), confidence: modelConfidence(miles, doubts) };
    }
    const confidence = Math.max(0, trailerConfidence(trailer.error) - doubts * POINTS_PER_DOUBT);
    return { linehaulCents, range: trailerRange(cents, trailer.error), confidence };
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
  'No published rate of refrigerated trucks is near this lane: the price is a cost with the direction of freight flows and of published rates elsewhere.';
const NO_VAN_RATES =
  'No rates of vans or flatbeds are published: the price is a cost with the usual direction of freight, and in part that of refrigerated trucks.';

const DIRECTION_BY_FLOWS =
  'What the market pays in this direction is inferred from freight flows between states and from published rates of refrigerated trucks elsewhere.';

/** Published rates older than this say more of last season than of today. */
const OLD_RATES_DAYS = 42;

function trailerWarnings({ near }: TrailerMarket, equipment: EquipmentType, now: Date): readonly string[] {
  const [newest] = near;
  if (newest === undefined) return [equipment === 'reefer' ? NO_MARKET_DATA : NO_VAN_RATES];
  const age = daysBetween(newest.rate.date, utcDay(now));
  if (age <= OLD_RATES_DAYS) return [];
  return [`The newest published rates near this lane are ${age} days old (${newest.rate.date}).`];
}

function publishedBasis({ near }: TrailerMarket, now: Date): PublishedBasis | undefined {
  const [newest] = near;
  return (
    newest && {
      report: TRUCK_RATE_REPORT,
      date: newest.rate.date,
      age_days: daysBetween(newest.rate.date, utcDay(now)),
      lanes: near.map(({ rate, lane }) => ({
        origin: lane.origin.name,
        destination: lane.destination.name,
        low: rate.lowUsd,
        high: rate.highUsd,
      })),
    }
  );
}

const NO_LOADS =
  'No loads are known for this lane or lanes near it. The price comes from the cost model only.';

/** The market lane of a quote: of a trailer, or from its terminal to the door; undefined if a container has no terminal. */
export function marketLaneOf(
  lane: QuoteLane,
  equipment: EquipmentType,
): Omit<MarketLane, 'miles' | 'tolls'> | undefined {
  if (isRoadEquipment(equipment)) return trailerLane(lane.origin, lane.destination, equipment);
  if (lane.terminalAt === undefined) return undefined;
  const terminal = lane[lane.terminalAt];
  const door = lane.terminalAt === 'origin' ? lane.destination : lane.origin;
  if (terminal.type === 'city') return undefined;
  return {
    terminal: terminal.terminalKey,
    terminalType: terminal.type,
    originState: terminal.state,
    wage: wageUsdAt(terminal),
    freightMarket: freightMarketOf(terminal),
    destinationState: door.state,
    zip3: door.zip.slice(0, 3),
  };
}

/** The cost by the model of the equipment, for a trailer with what its market pays. `haul` is the warning about a container that travels longer than drayage. */
function costOf(
  { lane, equipment, miles, tolls }: PricedMove,
  dieselPrice: number,
  trailer: TrailerMarket | undefined,
) {
  const terminal = lane[lane.terminalAt ?? 'origin'];
  const haulage = { miles, dieselPrice, tolls };
  if (isRoadEquipment(equipment)) {
    return { ...costOfRoadMove({ ...haulage, equipment, factor: trailer?.factor ?? 1 }), haul: [] };
  }
  const { type, state } = terminal;
  const terminalType = type === 'city' ? 'intermodal' : type;
  const cost = costOfMove({ ...haulage, wage: wageUsdAt(terminal), terminalType, state });
  // A lane without a terminal has a warning of its own.
  return {
    ...cost,
    haul: lane.terminalAt === undefined ? [] : longHaulWarnings(cost.work.nights, terminalType),
  };
}
