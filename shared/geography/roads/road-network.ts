import type { Coordinates } from '../places/place.ts';

/** Ground that roads cover without a gap, as a box in degrees. */
interface RoadNetwork {
  readonly name: string;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Road networks by two-letter code of the state. */
export type RoadNetworks = Readonly<Record<string, readonly RoadNetwork[]>>;

type Box = readonly [name: string, south: number, west: number, north: number, east: number];

export function networks(...boxes: readonly Box[]): readonly RoadNetwork[] {
  return boxes.map(([name, south, west, north, east]) => ({ name, south, west, north, east }));
}

/** The network of all points of the mainland's states that lie in no other. */
export const MAINLAND = 'mainland';

/** The name of the network that a point lies in; undefined where it lies in none of them. */
export function networkAt(
  { latitude, longitude }: Coordinates,
  among: readonly RoadNetwork[],
): string | undefined {
  return among.find(
    ({ south, west, north, east }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )?.name;
}
