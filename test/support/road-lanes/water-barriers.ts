import { greatCircleMiles, initialBearing } from '../../../shared/geography/places/great-circle.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import { typicalRoadMiles } from '../../../shared/geography/roads/road-miles.ts';

/** Water (or mountains behind it) that every road from a harbor leads around. */
interface WaterBarrier {
  readonly at: Coordinates;
  /** Ratio of road miles to great-circle miles. */
  readonly factor: number;
  /** Great-circle miles up to which the factor applies; beyond, the detour is constant. */
  readonly until: number;
  /** Directions across the barrier, in degrees from north; all directions if absent. */
  readonly across?: { readonly bearing: number; readonly halfWidth: number };
}

/**
 * Four rows are measured: median factors at 30-400 miles from Norfolk, Tacoma, Seattle and Detroit. The row of Norfolk is
 * for lanes across Chesapeake Bay and its rivers. Two rows are fitted to known road miles (general knowledge):
 * - Detroit, around Lake Erie: Cleveland 170, Pittsburgh 286, New York 614.
 * - San Pedro Bay, where trucks go north before they turn east: Riverside 63, Fontana 68, San Bernardino 76, Moreno
 *   Valley 77.
 */
const WATER_BARRIERS: readonly WaterBarrier[] = [
  {
    at: { latitude: 36.92, longitude: -76.33 },
    factor: 1.34,
    until: 400,
    across: { bearing: 5, halfWidth: 50 },
  },
  { at: { latitude: 47.27, longitude: -122.41 }, factor: 1.24, until: 400 },
  { at: { latitude: 47.58, longitude: -122.35 }, factor: 1.22, until: 400 },
  { at: { latitude: 42.3, longitude: -83.1 }, factor: 1.19, until: 400 },
  {
    at: { latitude: 42.3, longitude: -83.1 },
    factor: 1.85,
    until: 100,
    across: { bearing: 120, halfWidth: 55 },
  },
  {
    at: { latitude: 33.745, longitude: -118.24 },
    factor: 1.31,
    until: 45,
    across: { bearing: 65, halfWidth: 55 },
  },
];

/** Distance from the harbor: full effect up to NEAR_MILES, none from FAR_MILES, linear between them. */
const NEAR_MILES = 12;
const FAR_MILES = 50;

/** Length of the lane: no effect up to ONSET_MILES, full effect from FULL_MILES, linear between them. */
const ONSET_MILES = 15;
const FULL_MILES = 30;

/** The effect decreases to 0 over this many degrees at both edges of the directions across the barrier. */
const EDGE_DEGREES = 20;

/**
 * Miles that water near either end adds to the typical road: 0 for the same point, equal in both directions, and
 * continuous as an end moves.
 */
export function barrierMiles(a: Coordinates, b: Coordinates): number {
  return Math.max(
    ...WATER_BARRIERS.flatMap((barrier) => [addedMiles(barrier, a, b), addedMiles(barrier, b, a)]),
  );
}

function addedMiles(barrier: WaterBarrier, near: Coordinates, far: Coordinates): number {
  const proximity = fade(greatCircleMiles(barrier.at, near), NEAR_MILES, FAR_MILES);
  if (proximity === 0) return 0;
  const beyond = Math.min(greatCircleMiles(near, far), greatCircleMiles(barrier.at, far));
  return proximity * crossing(barrier, initialBearing(barrier.at, far)) * detour(barrier, beyond);
}

function detour({ factor, until }: WaterBarrier, beyond: number): number {
  const length = Math.min(beyond, until);
  const onset = 1 - fade(length, ONSET_MILES, FULL_MILES);
  return onset * Math.max(0, factor * length - typicalRoadMiles(length));
}

/** 1 in the directions across the barrier, 0 outside them, linear at the edges. */
function crossing({ across }: WaterBarrier, bearing: number): number {
  if (!across) return 1;
  const turn = Math.abs(((bearing - across.bearing + 540) % 360) - 180);
  return fade(turn, across.halfWidth - EDGE_DEGREES, across.halfWidth);
}

/** 1 up to `full`, 0 from `none`, linear between them. */
function fade(value: number, full: number, none: number): number {
  return Math.min(1, Math.max(0, (none - value) / (none - full)));
}
