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

export const FONT_SIZE = 13;
/** Pixels from a point to the baseline of its name: above or below it, then farther away. */
const ABOVE = [-11, -28, -45];
const BELOW = [21, 38, 55];

type NamedPoint = Pick<MapPoint, 'key' | 'name'> & { readonly position: readonly [number, number] };

/** Where the names of points stand: no name covers another one. @param unit size of a pixel in units of the map */
export function placeNames(points: readonly NamedPoint[], box: Box, unit: number) {
  const taken: Box[] = [];
  const isFree = ({ x, y, width, height }: Box) =>
    taken.every(
      (other) => x >= other.x + other.width || other.x >= x + width || Math.abs(y - other.y) >= height,
    );
  const fromTop = points.toSorted((one, other) => one.position[1] - other.position[1]);
  return fromTop.map(({ key, name, position: [x, y] }, index) => {
    const share = (x - box.x) / box.width;
    const before = share > 0.7 ? 1 : share < 0.3 ? 0 : 0.5;
    // A letter is at most about 0.62 of the size wide.
    const width = name.length * 0.62 * FONT_SIZE * unit;
    const boxAt = (offset: number): Box => ({
      ...{ x: x - width * before, y: y + offset * unit },
      ...{ width, height: 1.3 * FONT_SIZE * unit },
    });
    const boxes = (index < points.length / 2 ? [...ABOVE, ...BELOW] : [...BELOW, ...ABOVE]).map(boxAt);
    const place = boxes.find(isFree) ?? boxAt(0);
    taken.push(place);
    return { key, name, x, y: place.y, textAnchor: (['start', 'middle', 'end'] as const)[before * 2] };
  });
}

/** The method of a route that is only a straight line. */
const STRAIGHT_LINE = 'road-factor-v1';

/** Points of the highway path, latitude first; undefined without a highway path. */
export function routeLine(route: RoadRoute | undefined): readonly Coordinates[] | undefined {
  if (route === undefined || route.source === STRAIGHT_LINE) return undefined;
  return route.geometry.coordinates.map(([longitude, latitude]) => [latitude, longitude]);
}
