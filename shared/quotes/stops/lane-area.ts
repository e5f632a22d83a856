import { normalizeCity } from '../../geography/places/normalize-city.ts';
import { portPlace, type Terminal } from '../../terminals/catalogue/terminal.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import type { LaneAreas } from '../record/stored-quote.ts';
import type { StopName } from '../request/quote-rejections.ts';
import type { QuoteLane, RequestedStops } from './quote-lane.ts';

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

/** The areas in which quotes from or to a place can be: a city is a door, the city of a port, and has terminals in it. */
export function areasOfPlace(door: Door, terminals: Pick<NearestTerminals, 'all'>): readonly string[] {
  const city = normalizeCity(door.city);
  const inCity = terminals
    .all()
    .filter((terminal) => terminal.state === door.state && normalizeCity(terminal.city) === city);
  return [...new Set([doorArea(door), cityText(door), ...inCity.map(terminalArea)])];
}

export const laneArea = (origin: string, destination: string): string =>
  `${origin} to ${destination}`.toLowerCase();

/** The areas of the lane of a quote, for its history. */
export function laneAreasOf(lane: QuoteLane, requested: RequestedStops): LaneAreas {
  const { terminal, terminalAt } = lane;
  const areaAt = (at: StopName) =>
    terminal !== undefined && terminalAt === at ? terminalArea(terminal) : doorArea(lane[at]);
  const requestedAt = (at: StopName) =>
    requested[at].terminal === undefined ? doorArea(requested[at].stop) : areaAt(at);
  const area = laneArea(areaAt('origin'), areaAt('destination'));
  const requestedArea = laneArea(requestedAt('origin'), requestedAt('destination'));
  return { laneArea: area, ...(requestedArea !== area && { requestedArea }) };
}
