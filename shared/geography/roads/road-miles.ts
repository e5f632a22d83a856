import { greatCircleMiles } from '../places/great-circle.ts';
import type { Coordinates } from '../places/place.ts';
import { HIGHWAY_UNITS_PER_DEGREE, type HighwayColumns } from './highways-file.ts';
import type { TollUse } from './road-distance.ts';

/** Name and version of a method. The version changes with its constants or data file. */
export const HIGHWAY_GRAPH_SOURCE = 'highway-graph-v6';
export const ROAD_FACTOR_SOURCE = 'road-factor-v1';

/** Road miles from one point to another over the highways, and the tolls on the way; undefined if there is no path. */
export type HighwayMiles = (
  origin: Coordinates,
  destination: Coordinates,
) => { readonly miles: number; readonly tolls: readonly TollUse[] } | undefined;

export type RoadMiles = (
  origin: Coordinates,
  destination: Coordinates,
) => { readonly miles: number; readonly source: string; readonly tolls: readonly TollUse[] };

/**
 * Great-circle miles. Up to LOCAL_MILES, the shorter of local and highway path counts. From HIGHWAY_MILES, only the
 * highway path counts. Between them, the weight changes linearly: local roads are an alternative to a detour over the few
 * highways of the graph, but over a long lane a truck keeps to the highways.
 */
const LOCAL_MILES = 5;
const HIGHWAY_MILES = 150;

/** Upper bound of a highway path: this many times the local path, plus these miles. */
const MAX_LOCAL_RATIO = 2;
const MAX_EXTRA_MILES = 10;

/** Local roads that are shorter than the highways by this factor are the way, so that the highways' tolls do not count. */
const CLEARLY_SHORTER = 0.9;

/**
 * Road miles between two points in one road network: over the highways, or over local roads for short distances. If water
 * separates the points, local roads count only if there is no highway path, because bridges are parts of highways.
 */
export function createRoadMiles(highwayMiles: HighwayMiles, lines: readonly WaterLine[]): RoadMiles {
  const bridged = lines.filter(({ isBridged }) => isBridged);
  const unbridged = lines.filter(({ isBridged }) => !isBridged);
  return (origin, destination) => {
    const straight = greatCircleMiles(origin, destination);
    const around = milesAround(unbridged, origin, destination);
    const local = typicalRoadMiles(around);
    const highways = highwayMiles(origin, destination);
    if (highways === undefined) {
      return {
        miles: Number.isFinite(local) ? local : typicalRoadMiles(straight),
        source: ROAD_FACTOR_SOURCE,
        tolls: [],
      };
    }
    const believed = Math.min(highways.miles, MAX_LOCAL_RATIO * local + MAX_EXTRA_MILES);
    const short = around > straight ? 0 : shareOfLocal(straight);
    const miles = short * Math.min(local, believed) + (1 - short) * believed;
    const isLocal =
      (miles === local || (short > 0 && local < CLEARLY_SHORTER * believed)) &&
      !crossesAny(bridged, origin, destination);
    return {
      miles: Math.max(straight, miles),
      source: miles === local ? ROAD_FACTOR_SOURCE : HIGHWAY_GRAPH_SOURCE,
      tolls: isLocal ? [] : highways.tolls,
    };
  };
}

function shareOfLocal(straight: number): number {
  return Math.min(1, Math.max(0, (HIGHWAY_MILES - straight) / (HIGHWAY_MILES - LOCAL_MILES)));
}

/** Road miles at a great-circle distance. */
interface Knot {
  readonly greatCircle: number;
  readonly road: number;
}

/**
 * Median ratio of road to great-circle miles by band of great-circle miles. Measured on a national highway graph, from 38
 * US terminals to 40,000 ZIP codes. `at` is the geometric mean of the band.
 */
const MEASURED_FACTORS: readonly { readonly at: number; readonly factor: number }[] = [
  { at: Math.sqrt(5 * 15), factor: 1.3 },
  { at: Math.sqrt(15 * 30), factor: 1.22 },
  { at: Math.sqrt(30 * 60), factor: 1.18 },
  { at: Math.sqrt(60 * 100), factor: 1.16 },
  { at: Math.sqrt(100 * 150), factor: 1.16 },
  { at: Math.sqrt(150 * 250), factor: 1.15 },
  { at: Math.sqrt(250 * 400), factor: 1.14 },
  { at: Math.sqrt(400 * 700), factor: 1.13 },
  { at: 1000, factor: 1.12 },
];

const KNOTS: readonly Knot[] = [
  { greatCircle: 0, road: 0 },
  ...MEASURED_FACTORS.map(({ at, factor }) => ({ greatCircle: at, road: at * factor })),
];

const FARTHEST_FACTOR = 1.12;

/**
 * Typical road miles for great-circle miles: linear interpolation of road miles between the middles of the bands. The
 * result is continuous and grows with distance. The first factor applies up to the first knot, the last factor beyond the
 * last knot.
 * @param greatCircle miles, 0 or more.
 */
export function typicalRoadMiles(greatCircle: number): number {
  for (let next = 1; next < KNOTS.length; next++) {
    const before = KNOTS[next - 1];
    const after = KNOTS[next];
    if (!before || !after || after.greatCircle <= greatCircle) continue;
    const share = (greatCircle - before.greatCircle) / (after.greatCircle - before.greatCircle);
    return before.road + share * (after.road - before.road);
  }
  return greatCircle * FARTHEST_FACTOR;
}

/** A polyline that no road crosses: water or mountains. */
export interface WaterLine {
  readonly points: readonly Coordinates[];
  /** Ends that a road leads around. */
  readonly openEnds: readonly Coordinates[];
  /** Whether bridges cross it so often that the miles need no detour. They count for tolls. */
  readonly isBridged: boolean;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

const WITHIN = 0;
const OPEN_END = 1;
const BRIDGED_END = 3;

/** Reads the lines of the highways file. Each line starts and ends with an end point. */
export function readWaterLines(columns: HighwayColumns): readonly WaterLine[] {
  const { lineLatitudes, lineLongitudes, lineEnds } = columns;
  const lines: WaterLine[] = [];
  let points: Coordinates[] = [];
  let openEnds: Coordinates[] = [];
  let isBridged = false;
  for (const [place, end] of lineEnds.entries()) {
    const point = {
      latitude: (lineLatitudes[place] ?? 0) / HIGHWAY_UNITS_PER_DEGREE,
      longitude: (lineLongitudes[place] ?? 0) / HIGHWAY_UNITS_PER_DEGREE,
    };
    points.push(point);
    if (end === OPEN_END) openEnds.push(point);
    isBridged ||= end === BRIDGED_END;
    if (end === WITHIN || points.length === 1) continue;
    lines.push({ points, openEnds, isBridged, ...boxOf(points) });
    points = [];
    openEnds = [];
    isBridged = false;
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
