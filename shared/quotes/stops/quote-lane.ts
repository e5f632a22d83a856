import type { GeographyKey } from '../../contracts/rate/contract-rate.ts';
import { doorGeographies, terminalGeographies } from '../../contracts/rate/resolve-contract-geography.ts';
import { type EquipmentType, equipmentFacts, isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { normalizeCity } from '../../geography/places/normalize-city.ts';
import type { LocatedInState } from '../../geography/places/place.ts';
import { roadLink } from '../../geography/roads/road-networks.ts';
import { freightMarketOf } from '../../market/loads/freight-markets.ts';
import { type Port, portByLocode, portOfCity } from '../../terminals/catalogue/ports.ts';
import {
  portPlace,
  stableTerminalId,
  type Terminal,
  type TerminalType,
} from '../../terminals/catalogue/terminal.ts';
import type { ResolvedPlace } from '../../terminals/resolution/resolved-place.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import type { LaneAreas } from '../record/stored-quote.ts';
import type { StopName } from '../request/quote-rejections.ts';

/** Great-circle miles within which a place belongs to a port or ramp. */
const PLACE_MILES = 15;
/** For this many terminals the market keys fit in one BatchGetItem call of 100 keys. */
const MAX_TERMINALS = 20;

/** Rank of a stop as the terminal stop of a container's move; the stop with the higher rank is chosen. */
export const STOP_RANKS = {
  ...{ terminal: 3, namedPlace: 2, portCity: 1 },
  /** A city with ramps of its own, and a place near a ramp of another city. */
  ...{ rampCity: 0.75, nearRamp: 0.5 },
  none: 0,
} as const;
export type StopRank = (typeof STOP_RANKS)[keyof typeof STOP_RANKS];

interface RankedStop {
  readonly rank: StopRank;
  /** TEU per year of the stop's ports together; 0 without a port. */
  readonly throughput: number;
  /** Whether the stop is a port or a city of a port, and not only near one of its terminals. */
  readonly inPortCity: boolean;
  /** Terminals to price at this stop, at most 20. At least one if the rank is above 0. */
  readonly terminals: readonly Terminal[];
  /** The place of `terminals`: "Port of Savannah", "Stockton, CA". */
  readonly placeName: string;
}

/** Whether a terminal handles containers of ocean carriers; true if its services are unknown. */
export const handlesContainers = ({ services }: Terminal): boolean =>
  services.length === 0 || services.includes('container');

/** Whether a road connects a place and a terminal; terminals across water are not near. */
const isReachable = (place: LocatedInState, terminal: Terminal): boolean =>
  roadLink(place, terminal).kind !== 'none';

/** Ranks a stop by what it names and what is near it, and finds the terminals that it stands for. */
export function rankStop(
  { stop, terminal, ports, byLocode }: RequestedStop,
  terminals: NearestTerminals,
): RankedStop {
  if (terminal !== undefined) {
    const throughput = portByLocode(terminal.port)?.teu ?? 0;
    return {
      rank: STOP_RANKS.terminal,
      throughput,
      inPortCity: false,
      terminals: [terminal],
      placeName: terminal.name,
    };
  }
  const ofCity = portOfCity(stop.city, stop.state);
  const namedPorts = ports.length === 0 && byLocode && ofCity ? [ofCity] : ports;
  const named = atPorts(STOP_RANKS.namedPlace, namedPorts, terminals);
  if (named) return named;
  const ramps = rampsNear(stop, terminals);
  const atRamps = { throughput: 0, inPortCity: false, terminals: ramps, placeName: stop.name };
  if (byLocode && ramps.length > 0) return { rank: STOP_RANKS.namedPlace, ...atRamps };
  const port = ofCity ?? nearestPort(stop, terminals);
  const atCity = port && atPorts(STOP_RANKS.portCity, [port], terminals);
  if (atCity) return { ...atCity, inPortCity: ofCity !== undefined };
  if (ramps.length === 0) return { rank: STOP_RANKS.none, ...atRamps };
  const own = ramps.filter(
    ({ city, state }) => normalizeCity(city) === normalizeCity(stop.city) && state === stop.state,
  );
  return { rank: own.length > 0 ? STOP_RANKS.rampCity : STOP_RANKS.nearRamp, ...atRamps };
}

/** The rank of a stop at ports; undefined if none of them has an open terminal. */
function atPorts(
  rank: StopRank,
  ports: readonly Port[],
  terminals: NearestTerminals,
): RankedStop | undefined {
  const locodes = new Set(ports.map(({ locode }) => locode));
  const ofPorts = terminals.all().filter(({ port, type }) => type === 'marine' && locodes.has(port));
  const choices = [({ principal }: Terminal) => principal, handlesContainers, () => true];
  const chosen = choices.map((accepts) => ofPorts.filter(accepts)).find((some) => some.length > 0);
  return (
    chosen && {
      rank,
      throughput: ports.reduce((sum, { teu }) => sum + teu, 0),
      inPortCity: true,
      terminals: chosen.slice(0, MAX_TERMINALS),
      placeName: ports.map(({ name }) => name).join(' and '),
    }
  );
}

function nearestPort(stop: RequestedStop['stop'], terminals: NearestTerminals): Port | undefined {
  const [nearest] = terminals.within(
    stop,
    PLACE_MILES,
    (terminal) => terminal.principal && isReachable(stop, terminal),
  );
  return nearest && portByLocode(nearest.terminal.port);
}

function rampsNear(stop: RequestedStop['stop'], terminals: NearestTerminals): readonly Terminal[] {
  const near = terminals.within(
    stop,
    PLACE_MILES,
    (terminal) => terminal.type !== 'marine' && isReachable(stop, terminal),
  );
  const forContainers = near.filter(({ terminal }) => handlesContainers(terminal));
  return (forContainers.length > 0 ? forContainers : near)
    .slice(0, MAX_TERMINALS)
    .map(({ terminal }) => terminal);
}

/** Search radius for a terminal, in great-circle miles, if neither stop is a place with terminals. */
export const NEAR_MILES = 60;

export interface TerminalChoice {
  readonly at: StopName;
  /** At least one. */
  readonly terminals: readonly Terminal[];
  /** The place of the terminals: "Port of Savannah", "Stockton, CA", or the terminal's name. */
  readonly placeName: string;
  readonly named: boolean;
}

/**
 * Chooses the terminal stop of a container's move, and the terminals to price there. The stop with the higher rank is the
 * terminal stop. With equal ranks, a port's city wins over a place near it in the same harbor, then the stop at the larger
 * port, then the origin. If neither stop is a place with terminals, the nearest terminal within `NEAR_MILES` of either
 * stop is chosen.
 * @returns undefined if no terminal is near: the container moves over the road from door to door.
 */
function chooseTerminals(stops: RequestedStops, terminals: NearestTerminals): TerminalChoice | undefined {
  const origin = rankStop(stops.origin, terminals);
  const destination = rankStop(stops.destination, terminals);
  const at = isBefore(destination, origin) ? 'destination' : 'origin';
  const { rank, ...chosen } = at === 'origin' ? origin : destination;
  if (rank === STOP_RANKS.none) return nearestTerminal(stops, terminals);
  return {
    at,
    terminals: chosen.terminals,
    placeName: chosen.placeName,
    named: rank === STOP_RANKS.terminal,
  };
}

function isBefore(one: RankedStop, other: RankedStop): boolean {
  if (one.rank !== other.rank) return one.rank > other.rank;
  if (one.inPortCity !== other.inPortCity && inOneHarbor(one, other)) return one.inPortCity;
  return one.throughput > other.throughput;
}

function inOneHarbor({ terminals: [one] }: RankedStop, { terminals: [other] }: RankedStop): boolean {
  return one !== undefined && other !== undefined && freightMarketOf(one) === freightMarketOf(other);
}

function nearestTerminal(stops: RequestedStops, terminals: NearestTerminals): TerminalChoice | undefined {
  const [nearest] = (['origin', 'destination'] as const)
    .flatMap((at) =>
      terminals
        .within(
          stops[at].stop,
          NEAR_MILES,
          (terminal) => handlesContainers(terminal) && isReachable(stops[at].stop, terminal),
        )
        .slice(0, 1)
        .map(({ terminal, miles }) => ({ at, terminal, miles })),
    )
    .sort((one, other) => one.miles - other.miles);
  if (nearest === undefined) return undefined;
  const { at, terminal } = nearest;
  return { at, terminals: [terminal], placeName: terminal.name, named: false };
}

export interface QuoteStop extends LocatedInState {
  /** "Los Angeles, CA", "Los Angeles, CA 90012" if the request has a ZIP code, or the terminal's name. */
  readonly name: string;
  readonly type: TerminalType | 'city';
  readonly city: string;
  /** Five digits; "" if unknown. */
  readonly zip: string;
  /** Whether the request names the ZIP code; else `zip` is the central one of the city. */
  readonly namesZip?: boolean;
  /** Key of the terminal's market, if the stop is a terminal. */
  readonly terminalKey?: string;
}

export interface RequestedStop {
  readonly stop: QuoteStop;
  /** The terminal that the caller named. */
  readonly terminal: Terminal | undefined;
  /** Ports that the caller named, by LOCODE or name; several for a group such as "Northwest Seaport Alliance". */
  readonly ports: readonly Port[];
  readonly byLocode: boolean;
}

export interface RequestedStops {
  readonly origin: RequestedStop;
  readonly destination: RequestedStop;
}

const terminalStop = (terminal: Terminal): QuoteStop => ({
  name: terminal.name,
  type: terminal.type,
  city: terminal.city,
  state: terminal.state,
  zip: terminal.zip,
  latitude: terminal.latitude,
  longitude: terminal.longitude,
  terminalKey: stableTerminalId(terminal),
});

export function stopOf(resolved: Extract<ResolvedPlace, { kind: 'place' | 'terminal' }>): QuoteStop {
  if (resolved.kind === 'terminal') return terminalStop(resolved.terminal);
  const { city, state, zip, latitude, longitude } = resolved.place;
  const name = resolved.form === 'zip' ? `${city}, ${state} ${zip}` : `${city}, ${state}`;
  return { name, type: 'city', city, state, zip, namesZip: resolved.form === 'zip', latitude, longitude };
}

export const isSameLocation = (one: LocatedInState, other: LocatedInState): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude;

/** Whether a stop names terminals and not only a place. A container can move from there to the same city. */
export const namesTerminals = ({ terminal, ports, byLocode }: RequestedStop): boolean =>
  terminal !== undefined || ports.length > 0 || byLocode;

export interface QuoteLane {
  readonly origin: QuoteStop;
  readonly destination: QuoteStop;
  /** Stops between them, in order. */
  readonly via: readonly QuoteStop[];
  /** The stop where the container is picked up or returned; undefined for over-the-road moves. */
  readonly terminalAt: StopName | undefined;
  readonly terminal: Terminal | undefined;
  /** drayage: from or to a terminal; road: a trailer; unserved: a container without a terminal near either stop. */
  readonly kind: 'drayage' | 'road' | 'unserved';
}

/** The possible lanes of one request: one, or one for each terminal of the terminal stop. */
export interface LaneOptions {
  /** At least one. */
  readonly lanes: readonly QuoteLane[];
  readonly choice: TerminalChoice | undefined;
}

/** Ocean terminals do not handle domestic containers. */
const withoutMarine = (terminals: NearestTerminals): NearestTerminals => ({
  all: () => terminals.all().filter(({ type }) => type !== 'marine'),
  within: (place, miles, accepts) =>
    terminals.within(place, miles, (terminal) => terminal.type !== 'marine' && accepts(terminal)),
});

/** The lanes of a request. A container's lanes have a terminal at one stop and the requested place at the other. */
export function laneOptions(
  requested: RequestedStops & { readonly via?: readonly RequestedStop[] },
  equipment: EquipmentType,
  terminals: NearestTerminals,
): LaneOptions {
  const stops = {
    origin: requested.origin.stop,
    destination: requested.destination.stop,
    via: (requested.via ?? []).map(({ stop }) => stop),
  };
  const direct = { ...stops, terminalAt: undefined, terminal: undefined };
  if (isRoadEquipment(equipment)) return { lanes: [{ ...direct, kind: 'road' }], choice: undefined };
  const choice = chooseTerminals(
    requested,
    equipmentFacts(equipment).isDomestic ? withoutMarine(terminals) : terminals,
  );
  if (choice === undefined) return { lanes: [{ ...direct, kind: 'unserved' }], choice };
  const lanes = choice.terminals.map(
    (terminal): QuoteLane => ({
      ...stops,
      [choice.at]: terminalStop(terminal),
      terminalAt: choice.at,
      terminal,
      kind: 'drayage',
    }),
  );
  return { lanes, choice };
}

/** Every geography that contains the stops of a lane. @param requested stops of the request. */
export function laneGeographies(
  { terminalAt, terminal }: Pick<QuoteLane, 'terminalAt' | 'terminal'>,
  requested: RequestedStops,
): { readonly origin: readonly GeographyKey[]; readonly destination: readonly GeographyKey[] } {
  const keysAt = (at: 'origin' | 'destination') =>
    stopKeys(requested[at], terminalAt === at ? terminal : undefined);
  return { origin: keysAt('origin'), destination: keysAt('destination') };
}

/** @param chosen the terminal that replaces the requested place. */
function stopKeys(requested: RequestedStop, chosen: Terminal | undefined): readonly GeographyKey[] {
  const terminal = chosen ?? requested.terminal;
  if (terminal !== undefined) return terminalGeographies(terminal);
  const { stop, ports } = requested;
  // A port that the caller named is not a terminal for a trailer, but rates and rules of the port match it.
  return [
    ...ports.map(({ locode }) => `port:${locode}` as const),
    ...doorGeographies(stop, stop.namesZip === true),
  ];
}

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
