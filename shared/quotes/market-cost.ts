import { type EquipmentType, isRoadEquipment } from '../equipment/equipment-type.ts';
import type { LaneMarket } from '../market/lane-market.ts';
import type { MarketLane } from '../market/market-load.ts';
import { regionOf } from '../market/market-regions.ts';
import { viewLane } from '../market/view-lane.ts';
import { costOfMove } from '../rates/cost-model.ts';
import { type DieselLookup, type DieselPrice, isStale } from '../rates/diesel-lookup.ts';
import { modelConfidence, POINTS_PER_DOUBT } from '../rates/model-error.ts';
import { costOfRoadMove } from '../rates/road-cost-model.ts';
import { mondayOf, utcDay } from '../rates/utc-weeks.ts';
import type { QuoteLane } from './choose-terminal.ts';

/** What the market asks for a move, in integer cents, without margin and accessorials. */
export interface MarketCost {
  readonly linehaulCents: number;
  readonly fuelCents: number;
  readonly diesel: DieselPrice;
  /** 0-100. */
  readonly confidence: number;
  readonly warnings: readonly string[];
}

interface PricedMove {
  readonly lane: QuoteLane;
  readonly equipment: EquipmentType;
  /** One way. */
  readonly miles: number;
  /** What is unsure about the places. */
  readonly doubts: readonly string[];
}

/**
 * What a move costs this week, with the diesel of the origin's region: a container by the drayage model of its
 * terminal (of an inland yard, where none is near), a trailer by the model of loads over the road. What the market knows
 * of a terminal's lane takes the place of the model's linehaul, as in rates; fuel stays that of the origin's region.
 * @param kept the market of `quotedLane`.
 */
export function marketCost(
  move: PricedMove,
  dieselFor: DieselLookup,
  now: Date,
  kept?: LaneMarket,
): MarketCost {
  const { lane, miles } = move;
  const diesel = dieselFor(lane.origin.state, mondayOf(now));
  const { linehaulCents, fuelCents, minimumApplied } = costOf(move, diesel.pricePerGallon);
  const asked = kept && quotedLane(lane, move.equipment);
  const view = kept && asked && viewLane({ ...asked, miles }, kept, dieselFor, now);
  const dieselWarnings = isStale(diesel, utcDay(now))
    ? [`Diesel price of ${diesel.week}: no newer one is at hand, the fuel part may be off.`]
    : [];
  const shortHaul = minimumApplied && !view ? ['Short haul: priced at the minimum linehaul.'] : [];
  const doubts = [...move.doubts, ...lane.warnings, ...dieselWarnings];
  return {
    linehaulCents: view?.analysis.linehaulCents ?? linehaulCents,
    fuelCents,
    diesel,
    confidence: view
      ? Math.max(0, view.analysis.confidence - doubts.length * POINTS_PER_DOUBT)
      : modelConfidence(miles, doubts.length),
    warnings: [...lane.warnings, ...shortHaul, ...dieselWarnings],
  };
}

/** The lane whose market a quote is made by, from its terminal to the other end; undefined where there is none. */
export function quotedLane(lane: QuoteLane, equipment: EquipmentType): Omit<MarketLane, 'miles'> | undefined {
  if (lane.terminalAt === undefined || isRoadEquipment(equipment)) return undefined;
  const terminal = lane[lane.terminalAt];
  const door = lane.terminalAt === 'origin' ? lane.destination : lane.origin;
  if (terminal.type === 'city') return undefined;
  return {
    terminal: terminal.terminalKey,
    terminalType: terminal.type,
    originState: terminal.state,
    region: regionOf(terminal),
    destinationState: door.state,
    zip3: door.zip.slice(0, 3),
  };
}

function costOf({ lane, equipment, miles }: PricedMove, dieselPrice: number) {
  if (isRoadEquipment(equipment)) return costOfRoadMove({ equipment, miles, dieselPrice });
  const { type, state } = lane[lane.terminalAt ?? 'origin'];
  const move = { miles, terminalType: type === 'city' ? 'intermodal' : type, state, dieselPrice } as const;
  return costOfMove(move);
}
