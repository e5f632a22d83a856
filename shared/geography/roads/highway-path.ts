import { EARTH_RADIUS_MILES } from '../places/great-circle.ts';
import type { Coordinates } from '../places/place.ts';
import {
  eachNeighbour,
  HIGHWAY_UNITS_PER_DEGREE,
  type HighwayColumns,
  type HighwayGraph,
  LENGTHS_PER_MILE,
  lengthOf,
  NO_PATH,
} from './highways-file.ts';
import { crossesAny, linesNear, milesAround, typicalRoadMiles, type WaterLine } from './road-miles.ts';

/** Access from a point to one highway: lengths of the local roads to evenly spaced places on it, both ends included. */
interface Access {
  readonly highway: number;
  readonly lengths: readonly number[];
}

/** A highway near a point. */
interface Nearby {
  readonly highway: number;
  readonly miles: number;
}

const RADIANS_PER_DEGREE = Math.PI / 180;
const MILES_PER_DEGREE = EARTH_RADIUS_MILES * RADIANS_PER_DEGREE;

/** Highways count up to this distance beyond the nearest one. */
const FURTHER_MILES = 60;

/** Radius of the first search. A wider search follows only if this radius does not cover all highways that count. */
const CLOSE_MILES = 75;

/** Radius of the wider search. A point without a highway in this radius has no access. */
const FARTHEST_MILES = 150;

/** Factor on miles beyond the nearest highway: local roads, with some preference for the nearer highway. */
const FARTHER = 1.4;

/** Distance between the access places of a highway. */
const STEP_MILES = 8;
const MAX_STEPS = 16;

/** All highways within reach of a point, with the access to each. */
function accessFrom(
  graph: HighwayColumns,
  lines: readonly WaterLine[],
  point: Coordinates,
): readonly Access[] {
  const close = highwaysWithin(graph, point, CLOSE_MILES);
  const enough = nearestOf(close) + FURTHER_MILES <= CLOSE_MILES;
  const around = enough ? close : highwaysWithin(graph, point, FARTHEST_MILES);
  const nearest = nearestOf(around);
  const reach = nearest + FURTHER_MILES;
  const near = linesNear(lines, point, reach / eastMilesPerDegree(point.latitude));
  const waysTo = (highway: number) => {
    const places = placesAlong(graph, highway);
    const last = places.length - 1;
    const bridge = crossesAny(near, places[0] ?? point, places[last] ?? point);
    return places.map((place, step) => {
      // A bridge has access only at its ends.
      const closed = bridge && step > 0 && step < last;
      const beyond = Math.abs(place.latitude - point.latitude) * MILES_PER_DEGREE > reach;
      return closed || beyond ? NO_PATH : localLength(milesAround(near, point, place), nearest);
    });
  };
  return around
    .filter(({ miles }) => miles < reach)
    .map(({ highway }) => ({ highway, lengths: waysTo(highway) }));
}

const nearestOf = (around: readonly Nearby[]) =>
  around.reduce((least, { miles }) => Math.min(least, miles), FARTHEST_MILES);

/** Reachable junctions, with the length of the path: along each accessible highway to either end. */
function startsOf(
  graph: HighwayColumns,
  accesses: readonly Access[],
): readonly (readonly [junction: number, length: number])[] {
  return accesses.flatMap(({ highway, lengths }) => {
    const whole = lengthOf(graph, highway);
    const steps = lengths.length - 1;
    let toFirst = NO_PATH;
    let toSecond = NO_PATH;
    for (let step = 0; step <= steps; step++) {
      const length = lengths[step] ?? NO_PATH;
      const along = Math.round((whole * step) / steps);
      toFirst = Math.min(toFirst, length + along);
      toSecond = Math.min(toSecond, length + whole - along);
    }
    return [[graph.from[highway] ?? 0, toFirst] as const, [graph.to[highway] ?? 0, toSecond] as const];
  });
}

/** Evenly spaced places on a highway, both ends included. */
function placesAlong(graph: HighwayColumns, highway: number): readonly Coordinates[] {
  const first = junctionAt(graph, graph.from[highway] ?? 0);
  const second = junctionAt(graph, graph.to[highway] ?? 0);
  const miles = lengthOf(graph, highway) / LENGTHS_PER_MILE;
  const steps = Math.max(1, Math.min(MAX_STEPS, Math.ceil(miles / STEP_MILES)));
  const places: Coordinates[] = [];
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    places.push({
      latitude: first.latitude + share * (second.latitude - first.latitude),
      longitude: first.longitude + share * (second.longitude - first.longitude),
    });
  }
  return places;
}

/**
 * Length of the local roads to a place, by the miles to it and to the nearest highway. It grows without limit towards
 * the end of the reach, so that distances have no step where a highway comes into reach.
 */
function localLength(straight: number, nearest: number): number {
  const reach = nearest + FURTHER_MILES;
  if (straight >= reach) return NO_PATH;
  const farther = Math.max(0, straight - nearest);
  const miles = typicalRoadMiles(straight - farther) + FARTHER * farther;
  return Math.min(NO_PATH, Math.round((miles / (1 - (straight / reach) ** 4)) * LENGTHS_PER_MILE));
}

/** The highways within `most` miles of a point, measured on a flat map around the point. */
function highwaysWithin(graph: HighwayColumns, point: Coordinates, most: number): readonly Nearby[] {
  const { latitudes, longitudes, from, to } = graph;
  const eastMiles = eastMilesPerDegree(point.latitude);
  const north = (point.latitude + most / MILES_PER_DEGREE) * HIGHWAY_UNITS_PER_DEGREE;
  const south = (point.latitude - most / MILES_PER_DEGREE) * HIGHWAY_UNITS_PER_DEGREE;
  const east = (point.longitude + most / eastMiles) * HIGHWAY_UNITS_PER_DEGREE;
  const west = (point.longitude - most / eastMiles) * HIGHWAY_UNITS_PER_DEGREE;
  const within: Nearby[] = [];
  for (let highway = 0; highway < from.length; highway++) {
    const first = from[highway] ?? 0;
    const second = to[highway] ?? 0;
    const latitude = latitudes[first] ?? 0;
    const endLatitude = latitudes[second] ?? 0;
    if (latitude > north ? endLatitude > north : latitude < south && endLatitude < south) continue;
    const longitude = longitudes[first] ?? 0;
    const endLongitude = longitudes[second] ?? 0;
    if (longitude > east ? endLongitude > east : longitude < west && endLongitude < west) continue;
    const miles = milesToSegment(
      (longitude / HIGHWAY_UNITS_PER_DEGREE - point.longitude) * eastMiles,
      (latitude / HIGHWAY_UNITS_PER_DEGREE - point.latitude) * MILES_PER_DEGREE,
      ((endLongitude - longitude) / HIGHWAY_UNITS_PER_DEGREE) * eastMiles,
      ((endLatitude - latitude) / HIGHWAY_UNITS_PER_DEGREE) * MILES_PER_DEGREE,
    );
    if (miles < most) within.push({ highway, miles });
  }
  return within;
}

/** Distance from the origin to the segment from (x, y) to (x + east, y + north). */
function milesToSegment(x: number, y: number, east: number, north: number): number {
  const share = Math.min(1, Math.max(0, -(x * east + y * north) / (east * east + north * north || 1)));
  return Math.hypot(x + share * east, y + share * north);
}

function junctionAt({ latitudes, longitudes }: HighwayColumns, junction: number): Coordinates {
  return {
    latitude: (latitudes[junction] ?? 0) / HIGHWAY_UNITS_PER_DEGREE,
    longitude: (longitudes[junction] ?? 0) / HIGHWAY_UNITS_PER_DEGREE,
  };
}

function eastMilesPerDegree(latitude: number): number {
  return MILES_PER_DEGREE * Math.cos(latitude * RADIANS_PER_DEGREE);
}

export interface PathPart {
  readonly highway: number;
  readonly miles: number;
  /** Where the path enters and leaves the highway: 0 at its first end, 1 at its second. */
  readonly enters: number;
  readonly leaves: number;
}

export interface HighwayPath {
  readonly miles: number;
  /** From the origin to the destination: where the path enters and leaves the highways, and each junction between. */
  readonly points: readonly Coordinates[];
  readonly parts: readonly PathPart[];
}

type Reached = readonly (readonly [junction: number, length: number])[];

/** Shortest paths from an origin to all junctions. */
export interface Departure {
  readonly origin: Coordinates;
  readonly departures: readonly Access[];
  readonly starts: Reached;
  readonly ways: Int32Array;
}

export function departFrom(graph: HighwayGraph, lines: readonly WaterLine[], origin: Coordinates): Departure {
  const departures = accessFrom(graph, lines, origin);
  const starts = startsOf(graph, departures);
  return { origin, departures, starts, ways: shortestPaths(graph, starts) };
}

/** The shortest path from an origin to a point over the highways; undefined if there is none. */
export function findHighwayPath(
  graph: HighwayGraph,
  lines: readonly WaterLine[],
  { origin, departures, starts, ways }: Departure,
  destination: Coordinates,
): HighwayPath | undefined {
  const arrivals = accessFrom(graph, lines, destination);
  const over = shortestOver(startsOf(graph, arrivals), ways);
  const along = shortestAlong(graph, departures, arrivals);
  if (Math.min(over.length, along.length) >= NO_PATH) return undefined;
  const inner =
    along.length <= over.length
      ? [alongPart(graph, along.highway, along.on, along.off)]
      : partsOver(graph, { departures, starts, ways, arrivals }, over.end);
  const points = [origin, ...inner.flatMap(({ from, to }) => [from, to]), destination];
  return {
    miles: Math.min(over.length, along.length) / LENGTHS_PER_MILE,
    points: points.filter((point, at) => at === 0 || !isSame(point, points[at - 1])),
    parts: inner.map(({ highway, length, enters, leaves }) => ({
      ...{ highway, miles: length / LENGTHS_PER_MILE },
      ...{ enters, leaves },
    })),
  };
}

interface Part extends Omit<PathPart, 'miles'> {
  readonly length: number;
  readonly from: Coordinates;
  readonly to: Coordinates;
}

interface Search extends Omit<Departure, 'origin'> {
  readonly arrivals: readonly Access[];
}

const isSame = (one: Coordinates, other: Coordinates | undefined): boolean =>
  one.latitude === other?.latitude && one.longitude === other.longitude;

/** The end with the shortest path, as its position in `ends`. */
function shortestOver(ends: Reached, ways: Int32Array) {
  let shortest = { end: -1, length: NO_PATH };
  for (const [end, [junction, further]] of ends.entries()) {
    const length = further + (ways[junction] ?? NO_PATH);
    if (length < shortest.length) shortest = { end, length };
  }
  return shortest;
}

/** The shortest path that uses only a part of one highway. */
function shortestAlong(graph: HighwayGraph, departures: readonly Access[], arrivals: readonly Access[]) {
  let shortest = { highway: -1, on: 0, off: 0, length: NO_PATH };
  for (const { highway, lengths } of arrivals) {
    const departure = departures.find((access) => access.highway === highway);
    const steps = lengths.length - 1;
    for (const [on, first] of departure?.lengths.entries() ?? []) {
      for (const [off, last] of lengths.entries()) {
        const length = first + lengthBetween(graph, highway, steps, on, off) + last;
        if (length < shortest.length) shortest = { highway, on, off, length };
      }
    }
  }
  return shortest;
}

const lengthBetween = (graph: HighwayGraph, highway: number, steps: number, on: number, off: number) =>
  Math.round((lengthOf(graph, highway) * Math.abs(on - off)) / steps);

/** The part of a highway between two of its access places. */
function alongPart(graph: HighwayGraph, highway: number, on: number, off: number): Part {
  const places = placesAlong(graph, highway);
  const [from = places[0], to = places[0]] = [places[on], places[off]];
  if (from === undefined || to === undefined) throw new RangeError(`Highway ${highway} has no places`);
  const steps = places.length - 1;
  const length = lengthBetween(graph, highway, steps, on, off);
  return { highway, length, from, to, enters: on / steps, leaves: off / steps };
}

/** The parts of the path to an end: to the first junction, between junctions, and from the last junction. */
function partsOver(graph: HighwayGraph, search: Search, end: number): readonly Part[] {
  const { departures, starts, ways, arrivals } = search;
  const arrival = arrivals[end >> 1];
  const parts: Part[] = [];
  let junction = junctionOf(graph, arrival, end);
  for (;;) {
    const start = starts.findIndex(([at, length]) => at === junction && length === ways[junction]);
    if (start !== -1) {
      const first = accessPart(graph, departures[start >> 1], start);
      return [first, ...parts.toReversed(), reversed(accessPart(graph, arrival, end))];
    }
    const part = partTo(graph, ways, junction);
    parts.push({ ...part, from: junctionAt(graph, part.neighbour), to: junctionAt(graph, junction) });
    junction = part.neighbour;
  }
}

const reversed = (part: Part): Part => ({
  ...part,
  ...{ from: part.to, to: part.from },
  ...{ enters: part.leaves, leaves: part.enters },
});

/** `startsOf` lists the first junction of each access at even positions, the second one at odd positions. */
const isFirst = (position: number): boolean => position % 2 === 0;

const junctionOf = (graph: HighwayGraph, access: Access | undefined, position: number): number =>
  (isFirst(position) ? graph.from : graph.to)[access?.highway ?? 0] ?? 0;

/** The part of a highway from the best access place to one of its junctions. */
function accessPart(graph: HighwayGraph, access: Access | undefined, position: number): Part {
  if (access === undefined) throw new RangeError(`No access at position ${position}`);
  const { highway, lengths } = access;
  const steps = lengths.length - 1;
  const atJunction = isFirst(position) ? 0 : steps;
  const totals = lengths.map((length, step) => {
    const whole = lengthOf(graph, highway);
    const along = Math.round((whole * step) / steps);
    return length + (isFirst(position) ? along : whole - along);
  });
  return alongPart(graph, highway, totals.indexOf(Math.min(...totals)), atJunction);
}

/** The last highway of the shortest path to a junction. Lengths are integers, so its length is exact. */
function partTo({ from, to, firstOut, nextOut, ...graph }: HighwayGraph, ways: Int32Array, junction: number) {
  for (let out = firstOut[junction] ?? -1; out !== -1; out = nextOut[out] ?? -1) {
    const highway = out >> 1;
    const neighbour = (out % 2 === 0 ? to : from)[highway] ?? 0;
    const length = lengthOf({ from, to, ...graph }, highway);
    if (length > 0 && (ways[neighbour] ?? NO_PATH) + length === ways[junction]) {
      // The list has the ways out of the junction; the path comes in.
      const enters = out % 2 === 0 ? 1 : 0;
      return { highway, length, neighbour, enters, leaves: 1 - enters };
    }
  }
  throw new RangeError(`Junction ${junction} was reached from no neighbour`);
}

/** Width of a bucket: wide enough that few buckets are empty, narrow enough that few junctions are visited twice. */
const BUCKET = 10 * LENGTHS_PER_MILE;

/** A reached junction; `next` is the junction that was added to the same bucket before. */
interface ReachedJunction {
  readonly junction: number;
  readonly length: number;
  readonly next: ReachedJunction | undefined;
}

/**
 * Shortest length from a point to each junction, by Dijkstra's algorithm with a bucket queue. A junction can be visited
 * again within its bucket.
 * @param starts junctions with the length from the point to them; a junction can occur more than once.
 * @returns lengths by junction; `NO_PATH` if there is no path.
 */
export function shortestPaths(
  graph: HighwayGraph,
  starts: Iterable<readonly [junction: number, length: number]>,
): Int32Array {
  const best = new Int32Array(graph.latitudes.length).fill(NO_PATH);
  const buckets: (ReachedJunction | undefined)[] = [];
  const reach = (junction: number, length: number) => {
    if (length >= (best[junction] ?? 0)) return;
    best[junction] = length;
    const bucket = Math.trunc(length / BUCKET);
    while (buckets.length <= bucket) buckets.push(undefined);
    buckets[bucket] = { junction, length, next: buckets[bucket] };
  };
  let from = 0;
  const visit = (neighbour: number, length: number) => reach(neighbour, from + length);
  for (const [junction, length] of starts) reach(junction, length);
  for (let bucket = 0; bucket < buckets.length; bucket++) {
    for (let reached = buckets[bucket]; reached; reached = buckets[bucket]) {
      buckets[bucket] = reached.next;
      from = reached.length;
      if (from === best[reached.junction]) eachNeighbour(graph, reached.junction, visit);
    }
  }
  return best;
}
