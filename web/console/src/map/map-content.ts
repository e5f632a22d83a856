import type { Coordinates } from './coordinates.ts';

export interface MapPoint {
  readonly key: string;
  readonly name: string;
  readonly coordinates: Coordinates;
  readonly kind: 'marine' | 'rail' | 'intermodal' | 'city';
  readonly showName?: boolean;
}

/** A line between two places. */
export interface MapLane {
  readonly key: string;
  readonly name: string;
  readonly ends: readonly [Coordinates, Coordinates];
  readonly tone: 'green' | 'yellow' | 'red';
}
