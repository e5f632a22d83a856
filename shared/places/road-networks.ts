import { greatCircleMiles } from './great-circle.ts';
import type { Coordinates } from './place.ts';
import type { LocatedInState } from './road-distance.ts';

/** Ground that roads cover without a gap, as a box in degrees. */
interface RoadNetwork {
  readonly name: string;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

type Box = readonly [name: string, south: number, west: number, north: number, east: number];

/** The road networks of the states that are not part of the mainland's; boxes read off a map, generous to seaward. */
const SEPARATE_NETWORKS: Readonly<Record<string, readonly RoadNetwork[]>> = {
  AK: networks(['Alaska road system', 59.4, -153, 70.6, -141], ['Kodiak', 57.2, -153.3, 58, -152]),
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

/** Military mail codes name no place on a road. */
const WITHOUT_ROADS: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);

/** Within a place off every network (Juneau, Nome) there are streets, and to its outskirts. */
const LOCAL_STREETS_MILES = 20;

/**
 * Whether a truck can drive from one point to the other: both on the mainland, or on the same island, or both on
 * Alaska's road system. Alaska's is kept apart from the mainland's: the Alaska Highway leads through Canada, which
 * no rate here covers.
 */
export function roadsConnect(a: LocatedInState, b: LocatedInState): boolean {
  const stateOfA = a.state.toUpperCase();
  const stateOfB = b.state.toUpperCase();
  if (WITHOUT_ROADS.has(stateOfA) || WITHOUT_ROADS.has(stateOfB)) return false;
  const separateA = SEPARATE_NETWORKS[stateOfA];
  const separateB = SEPARATE_NETWORKS[stateOfB];
  if (!separateA || !separateB) return separateA === separateB;
  if (stateOfA !== stateOfB) return false;
  const network = networkOf(a, separateA);
  if (network !== networkOf(b, separateB)) return false;
  return network !== undefined || greatCircleMiles(a, b) <= LOCAL_STREETS_MILES;
}

function networkOf({ latitude, longitude }: Coordinates, among: readonly RoadNetwork[]): string | undefined {
  return among.find(
    ({ south, west, north, east }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )?.name;
}

function networks(...boxes: readonly Box[]): readonly RoadNetwork[] {
  return boxes.map(([name, south, west, north, east]) => ({ name, south, west, north, east }));
}
