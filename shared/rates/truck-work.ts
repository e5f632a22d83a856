import type { TerminalType } from '../terminals/terminal.ts';

/** What a move takes of a truck, from the terminal to the door and back with the empty container. */
export interface TruckWork {
  /** Loaded and empty miles. */
  readonly miles: number;
  /** Driving and waiting. */
  readonly hours: number;
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

/**
 * Hours at the terminal, to fetch the load and to bring the empty back, queue included: 84 minutes a visit at Los
 * Angeles and Long Beach (Harbor Trucking Association, May 2017); half of it at ramps and inland yards, which have no
 * ship to work (general knowledge).
 */
const HOURS_A_VISIT: Readonly<Record<TerminalType, number>> = { marine: 1.4, rail: 0.7, intermodal: 0.7 };
const VISITS = 2;
/** Unloading that a rate covers before detention starts: the first hour is free in published tariffs. */
const HOURS_AT_THE_DOOR = 1;

function emptyMiles(loadedMiles: number): number {
  let from = 0;
  let empty = 0;
  for (const { upTo, perLoadedMile } of EMPTY_MILES) {
    empty += Math.max(0, Math.min(loadedMiles, upTo) - from) * perLoadedMile;
    from = upTo;
  }
  return empty;
}

const drivingHours = (miles: number): number =>
  Math.min(miles, LOCAL_MILES) / LOCAL_MPH + Math.max(0, miles - LOCAL_MILES) / HIGHWAY_MPH;

/** The work of one container move over `miles` (one way, 0 or more); grows with every mile, without a step. */
export function truckWork(miles: number, terminalType: TerminalType): TruckWork {
  const empty = emptyMiles(miles);
  const waiting = VISITS * HOURS_A_VISIT[terminalType] + HOURS_AT_THE_DOOR;
  return { miles: miles + empty, hours: drivingHours(miles) + drivingHours(empty) + waiting };
}
