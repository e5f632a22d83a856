import type { RoadRoute } from '../api/client.ts';

export interface MapPoint {
  readonly key: string;
  readonly name: string;
  readonly coordinates: Coordinates;
  readonly kind: 'marine' | 'rail' | 'intermodal' | 'city';
  readonly showName?: boolean;
}

export interface MapLane {
  readonly key: string;
  readonly name: string;
  readonly ends: readonly [Coordinates, Coordinates];
  readonly tone: 'green' | 'yellow' | 'red';
}

/** Latitude, then longitude, in degrees. */
export type Coordinates = readonly [number, number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** About 8 miles: two places in one town do not fill the map with a street. */
const MIN_WIDTH = 2.6;
/** Space around the places, as a share of their extent. */
const MARGIN = 0.35;

/** The part of the map around the points, with the proportions of the whole map and inside it. */
export function boxAround(points: readonly (readonly [number, number])[], whole: Box): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const ratio = whole.width / whole.height;
  const wanted = Math.max(right - left, (bottom - top) * ratio) * (1 + 2 * MARGIN);
  const width = Math.min(whole.width, Math.max(MIN_WIDTH, wanted));
  const height = width / ratio;
  const inside = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);
  return {
    x: inside((left + right - width) / 2, whole.x, whole.x + whole.width - width),
    y: inside((top + bottom - height) / 2, whole.y, whole.y + whole.height - height),
    width,
    height,
  };
}

/** The method of a route that is only a straight line. */
const STRAIGHT_LINE = 'road-factor-v1';

/** Points of the highway path, latitude first; undefined without a highway path. */
export function routeLine(route: RoadRoute | undefined): readonly Coordinates[] | undefined {
  if (route === undefined || route.source === STRAIGHT_LINE) return undefined;
  return route.geometry.coordinates.map(([longitude, latitude]) => [latitude, longitude]);
}
