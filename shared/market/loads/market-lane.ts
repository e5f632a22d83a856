import type { EquipmentType, RoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { wageUsdAt } from '../../costs/model/driver-wages.ts';
import type { Coordinates, Place } from '../../geography/places/place.ts';
import type { TollUse } from '../../geography/roads/road-distance.ts';
import type { TerminalType } from '../../terminals/catalogue/terminal.ts';
import { stableTerminalId } from '../../terminals/catalogue/terminal-id.ts';
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
  readonly fuelIncluded: boolean;
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
