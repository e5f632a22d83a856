import type { Coordinates } from '../places/place.ts';
import { MAINLAND } from './road-network.ts';

/** A road through Canada between two border crossings, with its miles. */
export interface CanadianRoad {
  readonly from: Coordinates;
  readonly to: Coordinates;
  readonly miles: number;
}

interface Crossing extends Coordinates {
  /** The road network on the US side of the crossing. */
  readonly network: string;
}

const crossing = (network: string, latitude: number, longitude: number): Crossing => ({
  network,
  latitude,
  longitude,
});

const BLAINE = crossing(MAINLAND, 49, -122.75);
const SWEETGRASS = crossing(MAINLAND, 49, -111.96);
const PORTAL = crossing(MAINLAND, 49, -102.55);
const PEMBINA = crossing(MAINLAND, 49, -97.24);
const WARROAD = crossing(MAINLAND, 49, -95.38);
const ALCAN = crossing('Alaska road system', 62.61, -141);
const DALTON_CACHE = crossing('Haines', 59.45, -136.36);
const WHITE_PASS = crossing('Skagway', 59.62, -135.16);
const BOUNDARY_BAY = crossing('Point Roberts', 49, -123.06);
const NORTHWEST_ANGLE = crossing('Northwest Angle', 49.35, -95.15);

/**
 * Sums of atlas distances (general knowledge). Alaska Highway from Dawson Creek: Fort Nelson 283 miles, Watson Lake 613,
 * Whitehorse 887, Haines Junction 985, the border 1,187. Also the Cassiar Highway to Watson Lake, and the roads from
 * Blaine, Sweetgrass, Portal and Pembina to these highways.
 */
const CANADIAN_ROADS: readonly (readonly [one: Crossing, other: Crossing, miles: number])[] = [
  [BLAINE, ALCAN, 1813],
  [SWEETGRASS, ALCAN, 1937],
  [PORTAL, ALCAN, 2193],
  [PEMBINA, ALCAN, 2441],
  [BLAINE, DALTON_CACHE, 1717],
  [SWEETGRASS, DALTON_CACHE, 1841],
  [BLAINE, WHITE_PASS, 1608],
  [SWEETGRASS, WHITE_PASS, 1732],
  [DALTON_CACHE, ALCAN, 308],
  [WHITE_PASS, ALCAN, 395],
  [DALTON_CACHE, WHITE_PASS, 299],
  [BLAINE, BOUNDARY_BAY, 24],
  [BOUNDARY_BAY, ALCAN, 1813],
  [WARROAD, NORTHWEST_ANGLE, 50],
];

/** The roads through Canada from one road network to another; [] if there are none. */
export function canadianRoads(from: string, to: string): readonly CanadianRoad[] {
  return CANADIAN_ROADS.flatMap(([one, other, miles]) => {
    if (one.network === from && other.network === to) return [{ from: one, to: other, miles }];
    return one.network === to && other.network === from ? [{ from: other, to: one, miles }] : [];
  });
}
