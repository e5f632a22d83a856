import { greatCircleMiles } from '../places/great-circle.ts';
import type { Coordinates } from '../places/place.ts';
import { HIGHWAY_UNITS_PER_DEGREE, type HighwayColumns } from './highways-file.ts';

/** A polyline that no road crosses: water or mountains. */
export interface WaterLine {
  readonly points: readonly Coordinates[];
  /** Ends that a road leads around. */
  readonly openEnds: readonly Coordinates[];
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

const WITHIN = 0;
const OPEN_END = 1;

/** Reads the lines of the highways file. Each line starts and ends with an end point. */
export function readWaterLines(columns: HighwayColumns): readonly WaterLine[] {
  const { lineLatitudes, lineLongitudes, lineEnds } = columns;
  const lines: WaterLine[] = [];
  let points: Coordinates[] = [];
  let openEnds: Coordinates[] = [];
  for (const [place, end] of lineEnds.entries()) {
    const point = {
      latitude: (lineLatitudes[place] ?? 0) / HIGHWAY_UNITS_PER_DEGREE,
      longitude: (lineLongitudes[place] ?? 0) / HIGHWAY_UNITS_PER_DEGREE,
    };
    points.push(point);
    if (end === OPEN_END) openEnds.push(point);
    if (end === WITHIN || points.length === 1) continue;
    lines.push({ points, openEnds, ...boxOf(points) });
    points = [];
    openEnds = [];
  }
  return lines;
}

/** The lines with a bounding box within `degrees` of a point. */
export function linesNear(
  lines: readonly WaterLine[],
  { latitude, longitude }: Coordinates,
  degrees: number,
): readonly WaterLine[] {
  return lines.filter(
    ({ south, west, north, east }) =>
      latitude > south - degrees &&
      latitude < north + degrees &&
      longitude > west - degrees &&
      longitude < east + degrees,
  );
}

/**
 * Great-circle miles between two points on the path around the water between them. For each crossed line, the path leads
 * around its nearest open end, and around other lines on the way there; the longest of these paths counts. Infinity if a
 * crossed line has no open end.
 */
export function milesAround(lines: readonly WaterLine[], a: Coordinates, b: Coordinates): number {
  return longestAround(lines, a, b, (line) => {
    const others = lines.filter((other) => other !== line);
    return (from, to) => longestAround(others, from, to, () => greatCircleMiles);
  });
}

type Miles = (from: Coordinates, to: Coordinates) => number;

/** @param legsOf returns how to measure the ways to and from the open ends of a line. */
function longestAround(
  lines: readonly WaterLine[],
  a: Coordinates,
  b: Coordinates,
  legsOf: (line: WaterLine) => Miles,
): number {
  let miles = greatCircleMiles(a, b);
  for (const line of lines) {
    if (!crosses(line, a, b)) continue;
    const leg = legsOf(line);
    miles = Math.max(miles, Math.min(...line.openEnds.map((end) => leg(a, end) + leg(end, b))));
  }
  return miles;
}

/** Whether the straight line between two points crosses one of the lines. */
export function crossesAny(lines: readonly WaterLine[], a: Coordinates, b: Coordinates): boolean {
  return lines.some((line) => crosses(line, a, b));
}

function crosses({ points, south, west, north, east }: WaterLine, a: Coordinates, b: Coordinates): boolean {
  if (Math.max(a.latitude, b.latitude) < south || Math.min(a.latitude, b.latitude) > north) return false;
  if (Math.max(a.longitude, b.longitude) < west || Math.min(a.longitude, b.longitude) > east) return false;
  for (let place = 1; place < points.length; place++) {
    const start = points[place - 1];
    const end = points[place];
    if (start && end && onDifferentSides(a, b, start, end) && onDifferentSides(start, end, a, b)) return true;
  }
  return false;
}

/** Whether `one` and `other` are on different sides of the straight line through `a` and `b`, on a map in degrees. */
function onDifferentSides(a: Coordinates, b: Coordinates, one: Coordinates, other: Coordinates): boolean {
  return turn(a, b, one) > 0 !== turn(a, b, other) > 0;
}

function turn(a: Coordinates, b: Coordinates, c: Coordinates): number {
  return (
    (b.longitude - a.longitude) * (c.latitude - a.latitude) -
    (b.latitude - a.latitude) * (c.longitude - a.longitude)
  );
}

function boxOf(points: readonly Coordinates[]) {
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  return {
    south: Math.min(...latitudes),
    west: Math.min(...longitudes),
    north: Math.max(...latitudes),
    east: Math.max(...longitudes),
  };
}
