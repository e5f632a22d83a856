import { type EquipmentType, isRoadEquipment } from '../equipment/equipment-type.ts';
import { costOfMove } from '../rates/cost-model.ts';
import { type DieselLookup, type DieselPrice, isStale } from '../rates/diesel-lookup.ts';
import { modelConfidence } from '../rates/model-error.ts';
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
 * terminal (of an inland yard, where none is near), a trailer by the model of loads over the road.
 */
export function marketCost(move: PricedMove, dieselFor: DieselLookup, now: Date): MarketCost {
  const { lane, miles } = move;
  const diesel = dieselFor(lane.origin.state, mondayOf(now));
  const { linehaulCents, fuelCents, minimumApplied } = costOf(move, diesel.pricePerGallon);
  const dieselWarnings = isStale(diesel, utcDay(now))
    ? [`Diesel price of ${diesel.week}: no newer one is at hand, the fuel part may be off.`]
    : [];
  const shortHaul = minimumApplied ? ['Short haul: priced at the minimum linehaul.'] : [];
  const doubts = [...move.doubts, ...lane.warnings, ...dieselWarnings];
  return {
    linehaulCents,
    fuelCents,
    diesel,
    confidence: modelConfidence(miles, doubts.length),
    warnings: [...lane.warnings, ...shortHaul, ...dieselWarnings],
  };
}

function costOf({ lane, equipment, miles }: PricedMove, dieselPrice: number) {
  if (isRoadEquipment(equipment)) return costOfRoadMove({ equipment, miles, dieselPrice });
  const { type, state } = lane[lane.terminalAt ?? 'origin'];
  const move = { miles, terminalType: type === 'city' ? 'intermodal' : type, state, dieselPrice } as const;
  return costOfMove(move);
}
