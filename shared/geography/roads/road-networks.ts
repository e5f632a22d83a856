import { greatCircleMiles } from '../places/great-circle.ts';
import type { LocatedInState } from '../places/place.ts';
import { type CanadianRoad, canadianRoads } from './canadian-roads.ts';
import { FERRY_ISLANDS } from './ferry-islands.ts';
import { MAINLAND, networkAt, networks, type RoadNetworks } from './road-network.ts';

/**
 * Places inside the box of Alaska's road system that only aircraft, boats or winter trails reach (general knowledge). The
 * boxes surround the points of the places file, which has Bettles south of its position.
 */
const ALASKA_WITHOUT_ROAD = networks(
  ['Seldovia', 59.4, -152, 59.5, -151.6],
  ['Cordova', 60.35, -146, 60.7, -145],
  ['Tatitlek', 60.8, -146.8, 60.95, -146.6],
  ['Tyonek', 61, -151.4, 61.25, -151],
  ['Skwentna', 61.9, -151.6, 62.1, -151.1],
  ['Lake Minchumina', 63.8, -152.5, 63.95, -152.1],
  ['Tanana', 65.1, -152.3, 65.25, -151.9],
  ['Bettles', 65.2, -151.1, 65.25, -150.95],
  ['Rampart', 65.45, -150.3, 65.55, -150],
  ['Stevens Village', 65.95, -149.3, 66.05, -148.9],
  ['Beaver', 66.3, -147.6, 66.4, -147.2],
  ['Allakaket', 66.5, -152.8, 66.65, -152.5],
  ['Fort Yukon', 66.5, -145.5, 66.65, -145],
  ['Chalkyitsik', 66.6, -143.9, 66.7, -143.5],
  ['Venetie', 66.95, -146.6, 67.1, -146.2],
  ['Arctic Village', 68.05, -145.7, 68.2, -145.3],
  ['Anaktuvuk Pass', 68.1, -151.9, 68.2, -151.6],
  ['Kaktovik', 70.05, -143.8, 70.2, -143.4],
  ['Nuiqsut', 70.15, -151.2, 70.3, -150.8],
);

/** Road networks of states that are not connected to the mainland. The boxes were read from a map and include some sea. */
const SEPARATE_NETWORKS: RoadNetworks = {
  AK: [
    // First, because the first box with a point counts.
    ...ALASKA_WITHOUT_ROAD,
    ...networks(
      ['Alaska road system', 59.4, -153, 70.6, -141],
      ['Kodiak', 57.2, -153.3, 58, -152],
      ['Haines', 59.1, -136.4, 59.5, -135.46],
      ['Skagway', 59.4, -135.46, 59.65, -135.1],
    ),
  ],
  HI: networks(
    ['Niihau', 21.7, -160.3, 22.1, -160],
    ['Kauai', 21.8, -159.9, 22.3, -159.2],
    ['Oahu', 21.2, -158.4, 21.8, -157.6],
    ['Molokai', 21, -157.35, 21.25, -156.7],
    ['Lanai', 20.7, -157.1, 20.95, -156.78],
    ['Maui', 20.5, -156.75, 21.1, -155.95],
    ['Hawaii', 18.8, -156.2, 20.35, -154.7],
  ),
  PR: networks(
    ['Puerto Rico', 17.85, -67.35, 18.6, -65.58],
    ['Vieques', 18.05, -65.58, 18.2, -65.2],
    ['Culebra', 18.25, -65.4, 18.4, -65.2],
  ),
  VI: networks(
    ['Saint Thomas', 18.28, -65.1, 18.42, -64.82],
    ['Saint John', 18.28, -64.82, 18.42, -64.64],
    ['Saint Croix', 17.6, -64.95, 17.85, -64.4],
  ),
  GU: networks(['Guam', 13.1, 144.5, 13.8, 145.1]),
  MP: networks(
    ['Saipan', 15.05, 145.6, 15.35, 145.9],
    ['Tinian', 14.85, 145.5, 15.05, 145.7],
    ['Rota', 14.05, 145, 14.25, 145.35],
  ),
  AS: networks(['Tutuila', -14.45, -170.9, -14.2, -170.5], ['Tau', -14.3, -169.55, -14.15, -169.4]),
};

/** Parts of mainland states that only a road through Canada reaches. */
const BEYOND_CANADA: RoadNetworks = {
  MN: networks(['Northwest Angle', 49.1, -95.16, 49.4, -94.95]),
  WA: networks(['Point Roberts', 48.965, -123.12, 49.01, -123]),
};

/** States of military mail, which no road reaches. */
export const STATES_WITHOUT_ROADS: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);

/** Maximum distance of a lane between two points outside all networks (Juneau, Nome): local streets. */
const LOCAL_STREETS_MILES = 20;

/** How roads connect two points. */
export type RoadLink =
  | { readonly kind: 'none' }
  /** Within the US. */
  | { readonly kind: 'domestic' }
  /** Connected only by these roads. */
  | { readonly kind: 'through-canada'; readonly roads: readonly CanadianRoad[] };

const NONE: RoadLink = { kind: 'none' };
const DOMESTIC: RoadLink = { kind: 'domestic' };

/** Whether and how a truck can drive from one point to the other. */
export function roadLink(a: LocatedInState, b: LocatedInState): RoadLink {
  const [stateOfA, stateOfB] = [a.state.toUpperCase(), b.state.toUpperCase()];
  if (STATES_WITHOUT_ROADS.has(stateOfA) || STATES_WITHOUT_ROADS.has(stateOfB)) return NONE;
  const [from, to] = [networkOf(a, stateOfA), networkOf(b, stateOfB)];
  if (from === undefined || to === undefined) {
    const near = from === to && stateOfA === stateOfB && greatCircleMiles(a, b) <= LOCAL_STREETS_MILES;
    return near ? DOMESTIC : NONE;
  }
  if (from === to) return DOMESTIC;
  const roads = canadianRoads(from, to);
  return roads.length > 0 ? { kind: 'through-canada', roads } : NONE;
}

/** The name of the network that contains a point; undefined outside all networks of a state off the mainland. */
function networkOf(point: LocatedInState, state: string): string | undefined {
  const separate = SEPARATE_NETWORKS[state];
  if (separate) return networkAt(point, separate);
  return networkAt(point, [...(FERRY_ISLANDS[state] ?? []), ...(BEYOND_CANADA[state] ?? [])]) ?? MAINLAND;
}
