import { portPlace, type Terminal } from '../../terminals/catalogue/terminal.ts';
import type { QuoteLane } from './quote-lane.ts';

/** Newest quotes of an area that are read, of each kind: at most 150 kB. */
export const MAX_OF_AREA = 300;

interface Door {
  readonly city: string;
  readonly state: string;
  /** "" if it has none. */
  readonly zip: string;
}

const cityText = ({ city, state }: Omit<Door, 'zip'>): string => `${city}, ${state}`;

/** All terminals of a port are one area, which has the name of the port's city. */
export const terminalArea = (terminal: Terminal): string => cityText(portPlace(terminal) ?? terminal);

/** Doors with the same first three digits of the ZIP code are one area. */
export const doorArea = (door: Door): string => door.zip.slice(0, 3) || cityText(door);

/** The areas in which quotes from or to a terminal can be: a trailer has a door there. */
export const areasOfTerminal = (terminal: Terminal): readonly string[] => [
  terminalArea(terminal),
  doorArea(terminal),
];

/** The areas in which quotes from or to a place can be: a city is a door, and the city of terminals. */
export const areasOfPlace = (door: Door): readonly string[] => [doorArea(door), cityText(door)];

/** The text of a lane between two areas. */
export const laneArea = (origin: string, destination: string): string =>
  `${origin} to ${destination}`.toLowerCase();

/** The lane of a quote, for its history. */
export function laneAreaOf({ origin, destination, terminal, terminalAt }: QuoteLane): string {
  const areaAt = (at: 'origin' | 'destination', door: Door) =>
    terminal !== undefined && terminalAt === at ? terminalArea(terminal) : doorArea(door);
  return laneArea(areaAt('origin', origin), areaAt('destination', destination));
}
