import type { Place } from '../places/place.ts';
import type { Terminal } from '../terminals/terminal.ts';
import type { MarketLane } from './market-load.ts';
import { regionOf } from './market-regions.ts';

/** The lane from a terminal to a place, as the market sees it. @param miles one way. */
export const marketLane = (terminal: Terminal, place: Place, miles: number): MarketLane => ({
  terminal: terminal.name,
  terminalType: terminal.type,
  originState: terminal.state,
  region: regionOf(terminal),
  destinationState: place.state,
  zip3: place.zip.slice(0, 3),
  miles,
});
