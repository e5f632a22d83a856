import type { RoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { wageUsdAt } from '../../costs/model/driver-wages.ts';
import type { Coordinates, Place } from '../../geography/places/place.ts';
import type { TollUse } from '../../geography/roads/road-distance.ts';
import { stableTerminalId } from '../../terminals/catalogue/terminal-id.ts';
import type { ResolvedPlace } from '../../terminals/resolution/resolved-place.ts';
import { freightMarketOf, roadMarket } from './freight-markets.ts';
import type { MarketLane } from './market-load.ts';

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
