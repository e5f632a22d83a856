import type { TerminalType } from '../../terminals/catalogue/terminal.ts';

/** What a move takes of a truck, from the terminal to the door and back with the empty container. */
export interface TruckWork {
  readonly loadedMiles: number;
  readonly emptyMiles: number;
  readonly drivingHours: number;
  /** At the terminal, twice, and at the door. */
  readonly waitingHours: number;
  /** Nights on the road; a part of one where only some trips need it. */
  readonly nights: number;
}

/**
 * Empty miles for each loaded mile, by one-way distance. Near the port the truck goes back empty the whole way; farther
 * out it finds a load for part of the way (0.35 is set by the planning bands of 100-250 miles); over the road it drives
 * empty as the industry does, 16.7% of all miles, 0.2 for each loaded one (ATRI 2025).
 */
const EMPTY_MILES = [
  { upTo: 75, perLoadedMile: 1 },
  { upTo: 250, perLoadedMile: 0.35 },
  { upTo: Number.POSITIVE_INFINITY, perLoadedMile: 0.2 },
] as const;

/** Miles of a leg on streets and port roads, and their speed: what makes the published sample of 33 miles come out. */
const LOCAL_MILES = 35;
const LOCAL_MPH = 35;
/** Hours of service allow about 500 miles in a day of 10 hours on duty (49 CFR 395.3). */
const HIGHWAY_MPH = 50;
const MILES_A_DAY = 500;

/**
 * Hours at the terminal, to fetch the load and to bring the empty back, queue included: 84 minutes a visit at Los
 * Angeles and Long Beach (Harbor Trucking Association, May 2017); half of it at ramps and inland yards, which have no
 * ship to work (general knowledge).
 */
const HOURS_A_VISIT: Readonly<Record<TerminalType, number>> = { marine: 1.4, rail: 0.7, intermodal: 0.7 };
const VISITS = 2;
/** Unloading that a rate covers before detention starts: the first hour is free in published tariffs. */
const HOURS_AT_THE_DOOR = 1;

/** Hours of service, 49 CFR 395.3: 11 hours of driving within 14 hours, with a break of half an hour. */
const DRIVING_HOURS_A_DAY = 11;
const DUTY_HOURS_A_DAY = 14;
const BREAK_HOURS = 0.5;

/**
 * Miles beyond the same-day distance over which a night becomes certain: an hour's drive each way, which a short queue
 * saves some trips (general knowledge). It also keeps the cost without a step.
 */
const MILES_TO_A_CERTAIN_NIGHT = 50;

function emptyMiles(loadedMiles: number): number {
  let from = 0;
  let empty = 0;
  for (const { upTo, perLoadedMile } of EMPTY_MILES) {
    empty += Math.max(0, Math.min(loadedMiles, upTo) - from) * perLoadedMile;
    from = upTo;
  }
  return empty;
}

/** Hours of driving over a leg of so many miles: streets first, then highways. */
export const drivingHours = (miles: number): number =>
  Math.min(miles, LOCAL_MILES) / LOCAL_MPH + Math.max(0, miles - LOCAL_MILES) / HIGHWAY_MPH;

const waitingHours = (terminalType: TerminalType): number =>
  VISITS * HOURS_A_VISIT[terminalType] + HOURS_AT_THE_DOOR;

/** The farthest door, in one-way miles, that a driver serves and is back from on the same day: about 225 from a port. */
export function sameDayMiles(terminalType: TerminalType): number {
  const onDuty = DUTY_HOURS_A_DAY - BREAK_HOURS - waitingHours(terminalType);
  const hoursEachWay = Math.min(DRIVING_HOURS_A_DAY, onDuty) / 2;
  return LOCAL_MILES + (hoursEachWay - LOCAL_MILES / LOCAL_MPH) * HIGHWAY_MPH;
}

function nights(miles: number, terminalType: TerminalType): number {
  const beyond = Math.max(0, miles - sameDayMiles(terminalType));
  return Math.min(1, beyond / MILES_TO_A_CERTAIN_NIGHT) + Math.max(0, miles - MILES_A_DAY) / MILES_A_DAY;
}

/** The work of one container move over `miles` (one way, 0 or more); grows with every mile, without a step. */
export function truckWork(miles: number, terminalType: TerminalType): TruckWork {
  const empty = emptyMiles(miles);
  return {
    loadedMiles: miles,
    emptyMiles: empty,
    drivingHours: drivingHours(miles) + drivingHours(empty),
    waitingHours: waitingHours(terminalType),
    nights: nights(miles, terminalType),
  };
}
