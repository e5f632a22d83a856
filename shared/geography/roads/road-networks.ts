import { greatCircleMiles } from '../places/great-circle.ts';
import type { Coordinates, LocatedInState } from '../places/place.ts';

/** The network of all points of the mainland states that are in no other network. */
const MAINLAND = 'mainland';

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
function canadianRoads(from: string, to: string): readonly CanadianRoad[] {
  return CANADIAN_ROADS.flatMap(([one, other, miles]) => {
    if (one.network === from && other.network === to) return [{ from: one, to: other, miles }];
    return one.network === to && other.network === from ? [{ from: other, to: one, miles }] : [];
  });
}

/**
 * Islands of the mainland states without a bridge, so that no road reaches them. The boxes were read from a map (general
 * knowledge) and exclude the towns on nearby shores.
 */
export const FERRY_ISLANDS: RoadNetworks = {
  CA: networks(['Santa Catalina Island', 33.28, -118.62, 33.5, -118.29]),
  FL: networks(['Fisher Island', 25.755, -80.147, 25.765, -80.136]),
  GA: networks(
    ['Sapelo Island', 31.38, -81.31, 31.54, -81.17],
    ['Cumberland Island', 30.72, -81.48, 30.97, -81.4],
  ),
  MA: networks(
    ['Nantucket', 41.23, -70.25, 41.42, -69.95],
    ["Martha's Vineyard", 41.29, -70.86, 41.49, -70.44],
    ['the Elizabeth Islands', 41.4, -70.97, 41.48, -70.86],
  ),
  MD: networks(['Smith Island', 37.94, -76.1, 38.02, -75.98]),
  ME: networks(
    ['Peaks Island', 43.64, -70.215, 43.675, -70.17],
    ['Long Island', 43.675, -70.185, 43.71, -70.13],
    ['Cliff Island', 43.68, -70.125, 43.71, -70.09],
    ['Chebeague Island', 43.71, -70.15, 43.77, -70.08],
    ['Monhegan', 43.74, -69.34, 43.79, -69.29],
    ['Matinicus', 43.82, -68.92, 43.9, -68.83],
    ['Vinalhaven', 43.98, -68.93, 44.118, -68.76],
    ['North Haven', 44.118, -68.95, 44.2, -68.79],
    ['Islesboro', 44.2, -68.97, 44.39, -68.84],
    ['Isle au Haut', 44, -68.68, 44.09, -68.58],
    ["Swan's Island", 44.11, -68.5, 44.2, -68.39],
    ['Frenchboro', 44.08, -68.385, 44.135, -68.33],
    ['Great Cranberry Island', 44.235, -68.285, 44.26, -68.247],
    ['Little Cranberry Island', 44.252, -68.247, 44.27, -68.22],
  ),
  MI: networks(
    ['Drummond Island', 45.9, -83.86, 46.12, -83.43],
    ['Mackinac Island', 45.83, -84.67, 45.9, -84.58],
    ['Bois Blanc Island', 45.7, -84.6, 45.83, -84.35],
    ['Beaver Island', 45.55, -85.7, 45.8, -85.35],
    ['Harsens Island', 42.53, -82.63, 42.605, -82.54],
    ['Sugar Island', 46.35, -84.29, 46.6, -84.1],
    ['Neebish Island', 46.22, -84.21, 46.33, -84.09],
  ),
  MN: networks(['Oak Island', 49.27, -94.9, 49.34, -94.78]),
  NC: networks(['Ocracoke', 35.06, -76.03, 35.2, -75.77], ['Bald Head Island', 33.83, -78.01, 33.9, -77.93]),
  NY: networks(
    ['Fishers Island', 41.24, -72.05, 41.3, -71.92],
    ['Shelter Island', 41.04, -72.385, 41.098, -72.27],
    ['Fire Island', 40.62, -73.22, 40.69, -72.9],
  ),
  OH: networks(
    ['Kelleys Island', 41.58, -82.74, 41.63, -82.66],
    ['South Bass Island', 41.62, -82.86, 41.667, -82.78],
    ['Middle Bass Island', 41.667, -82.84, 41.7, -82.78],
    ['North Bass Island', 41.7, -82.85, 41.73, -82.8],
  ),
  RI: networks(
    ['Block Island', 41.13, -71.63, 41.24, -71.53],
    ['Prudence Island', 41.57, -71.36, 41.66, -71.29],
  ),
  SC: networks(['Daufuskie Island', 32.05, -80.92, 32.15, -80.83]),
  VA: networks(['Tangier', 37.79, -76.02, 37.86, -75.96]),
  WA: networks(
    ['Vashon Island', 47.33, -122.53, 47.505, -122.39],
    ['Orcas Island', 48.59, -123.02, 48.71, -122.75],
    ['San Juan Island', 48.44, -123.22, 48.63, -122.995],
    ['Shaw Island', 48.54, -122.995, 48.588, -122.9],
    ['Lopez Island', 48.41, -122.95, 48.57, -122.835],
    ['Blakely and Decatur Islands', 48.48, -122.835, 48.59, -122.76],
    ['Waldron Island', 48.67, -123.07, 48.72, -123.02],
    ['Lummi Island', 48.63, -122.75, 48.73, -122.672],
    ['Guemes Island', 48.53, -122.67, 48.59, -122.57],
    ['Anderson Island', 47.12, -122.74, 47.2, -122.66],
    ['Stehekin', 48.25, -120.75, 48.4, -120.55],
  ),
  WI: networks(
    ['Washington Island', 45.33, -86.97, 45.43, -86.83],
    ['Madeline Island', 46.74, -90.8, 46.89, -90.55],
  ),
};

/** @param place with a state code in upper case. */
export function isOnFerryIsland(place: LocatedInState): boolean {
  return networkAt(place, FERRY_ISLANDS[place.state] ?? []) !== undefined;
}

/** An area with connected roads, as a box in degrees. */
interface RoadNetwork {
  readonly name: string;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Road networks by two-letter code of the state. */
type RoadNetworks = Readonly<Record<string, readonly RoadNetwork[]>>;

type Box = readonly [name: string, south: number, west: number, north: number, east: number];

function networks(...boxes: readonly Box[]): readonly RoadNetwork[] {
  return boxes.map(([name, south, west, north, east]) => ({ name, south, west, north, east }));
}

/** The name of the network that contains a point; undefined if none of them does. */
function networkAt({ latitude, longitude }: Coordinates, among: readonly RoadNetwork[]): string | undefined {
  return among.find(
    ({ south, west, north, east }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )?.name;
}

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
