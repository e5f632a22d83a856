import { quotableCharges } from '../../costs/accessorials/tariff.ts';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import {
  CONTAINER_EQUIPMENT,
  type ContainerEquipment,
  type EquipmentType,
  type RoadEquipment,
} from '../../costs/equipment/equipment-type.ts';
import { costOfMove } from '../../costs/model/cost-model.ts';
import { costOfRoadMove } from '../../costs/model/road-cost-model.ts';
import { wageUsdAt } from '../../costs/model/truck-operating-cost.ts';
import type { Coordinates, Place } from '../../geography/places/place.ts';
import type { TollUse } from '../../geography/roads/road-distance.ts';
import { mondayOfWeek, weekNumber } from '../../platform/time/utc-calendar.ts';
import { stableTerminalId, type TerminalType } from '../../terminals/catalogue/terminal.ts';
import type { ResolvedPlace } from '../../terminals/resolution/resolved-place.ts';
import { freightMarketOf, roadMarket } from './freight-markets.ts';

export interface MarketLane {
  /** `stableTerminalId` of the origin; undefined if the origin is not a terminal. */
  readonly terminal: string | undefined;
  readonly terminalType: TerminalType;
  /** Two-letter code of the origin's state, which decides the diesel price. */
  readonly originState: string;
  /** The driver's wage at the origin, USD per hour. Default: the mean of the state. */
  readonly wage?: number;
  /** Toll facilities on the way. Default: none. */
  readonly tolls?: readonly TollUse[] | undefined;
  /** Only of a trailer: its kind, the first three digits of the origin's ZIP, and the freight market of the destination. */
  readonly trailer?: RoadEquipment;
  readonly originZip3?: string;
  readonly destinationMarket?: string;
  /** Freight market of the origin; of a trailer, its `roadMarket`. */
  readonly freightMarket: string;
  /** Two-letter code. */
  readonly destinationState: string;
  /** First three digits of the destination's ZIP; "" if it has none. */
  readonly zip3: string;
  /** One way. */
  readonly miles: number;
}

/** A load that was paid for. */
export interface MarketLoad extends MarketLane {
  /** UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly equipment: EquipmentType;
  /** For the move, without known accessorials. */
  readonly rateCents: number;
  /** Null if the load does not say it: prices do not use such loads. */
  readonly fuelIncluded: boolean | null;
  /** The contributor that reported it; the owner of the file if the row names none. */
  readonly contributor: string;
}

/** Origin of a load: a terminal, or a place without a named terminal. */
export type MarketOrigin = Extract<ResolvedPlace, { kind: 'terminal' | 'place' }>;

/**
 * The market's lane from an origin to a place.
 * @param miles one way.
 * @param tolls on the way.
 */
export function marketLane(
  origin: MarketOrigin,
  place: Place,
  miles: number,
  tolls?: readonly TollUse[],
): MarketLane {
  const from = origin.kind === 'terminal' ? origin.terminal : origin.place;
  return {
    terminal: origin.kind === 'terminal' ? stableTerminalId(origin.terminal) : undefined,
    // An origin that is not a terminal counts as a port, like an origin without a type in the API.
    terminalType: origin.kind === 'terminal' ? origin.terminal.type : 'marine',
    originState: from.state,
    wage: wageUsdAt(from),
    tolls,
    freightMarket: freightMarketOf(from),
    destinationState: place.state,
    zip3: place.zip.slice(0, 3),
    miles,
  };
}

interface TrailerStop extends Coordinates {
  readonly state: string;
  readonly zip: string;
}

/** The market's lane of a trailer between two places. */
export const trailerLane = (
  origin: TrailerStop,
  destination: TrailerStop,
  trailer: RoadEquipment,
): Omit<MarketLane, 'miles'> => ({
  terminal: undefined,
  terminalType: 'marine',
  originState: origin.state,
  freightMarket: roadMarket(freightMarketOf(origin)),
  destinationState: destination.state,
  zip3: destination.zip.slice(0, 3),
  ...{ trailer, originZip3: origin.zip.slice(0, 3), destinationMarket: freightMarketOf(destination) },
});

/** The cost model's linehaul and fuel for a lane in a week. The market's level multiplies only the linehaul. */
export interface LaneCost {
  readonly linehaulCents: number;
  readonly fuelCents: number;
}

/** The cost of a lane in a week, at that week's diesel price. */
export const laneCost = (lane: MarketLane, week: number, dieselFor: DieselLookup): LaneCost =>
  costAt(lane, dieselFor(lane.originState, mondayOfWeek(week)).pricePerGallon);

function costAt(lane: MarketLane, dieselPrice: number): LaneCost {
  const { miles, terminalType, originState: state, trailer, wage, tolls } = lane;
  const { linehaulCents, fuelCents } =
    trailer === undefined
      ? costOfMove({ miles, terminalType, state, wage, tolls, dieselPrice })
      : costOfRoadMove({ equipment: trailer, miles, tolls, dieselPrice });
  return { linehaulCents, fuelCents };
}

/** The linehaul of a lane's move at another distance, in cents; it does not depend on the price of diesel. */
export const linehaulAt = (lane: MarketLane, miles: number): number =>
  costAt({ ...lane, miles }, 0).linehaulCents;

/**
 * The tariff's charge for an equipment type, in cents. Callers get it separately from the rate; reported loads
 * include it.
 */
export const equipmentCents = (equipment: EquipmentType): number => EQUIPMENT_CENTS.get(equipment) ?? 0;

/** The tariff's charges that always apply with an equipment type. */
export const equipmentCharges = (equipment: ContainerEquipment) =>
  quotableCharges(equipment).filter(({ occasion }) => occasion === 'by equipment');

const EQUIPMENT_CENTS: ReadonlyMap<EquipmentType, number> = new Map(
  CONTAINER_EQUIPMENT.map((equipment) => [
    equipment,
    equipmentCharges(equipment).reduce(
      (sum, { charge, defaultQuantity }) => sum + ('cents' in charge ? charge.cents * defaultQuantity : 0),
      0,
    ),
  ]),
);

/** Smallest plausible linehaul after fuel and equipment are subtracted, as a part of the rate. */
const MIN_LINEHAUL_PART = 0.2;

/**
 * How far a load's linehaul is above the cost model's, in natural logarithms: 0 at cost, 0.1 about 10% above.
 * Fuel of its week and the tariff's charge for its equipment are subtracted first; if the load does not say whether fuel is
 * inside, the whole rate is compared with the whole cost.
 */
export function loadResidual(load: MarketLoad, dieselFor: DieselLookup): number {
  const { rateCents, fuelIncluded, equipment } = load;
  const { linehaulCents, fuelCents } = laneCost(load, weekNumber(load.day), dieselFor);
  const chargeCents = equipmentCents(equipment);
  if (fuelIncluded === null) return Math.log(rateCents / (linehaulCents + fuelCents + chargeCents));
  const otherCents = (fuelIncluded ? fuelCents : 0) + chargeCents;
  return Math.log(Math.max(rateCents - otherCents, rateCents * MIN_LINEHAUL_PART) / linehaulCents);
}
