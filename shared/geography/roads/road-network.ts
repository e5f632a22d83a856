import type { Coordinates } from '../places/place.ts';

/** An area with connected roads, as a box in degrees. */
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

/** The network of all points of the mainland states that are in no other network. */
export const MAINLAND = 'mainland';

/** The name of the network that contains a point; undefined if none of them does. */
export function networkAt(
  { latitude, longitude }: Coordinates,
  among: readonly RoadNetwork[],
): string | undefined {
  return among.find(
    ({ south, west, north, east }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )?.name;
}
