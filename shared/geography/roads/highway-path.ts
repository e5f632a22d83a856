import type { Coordinates } from '../places/place.ts';
import { type Access, accessFrom, junctionAt, placesAlong, startsOf } from './highway-access.ts';
import { eachNeighbour, type HighwayGraph, LENGTHS_PER_MILE, lengthOf, NO_PATH } from './highway-graph.ts';
import type { WaterLine } from './water-lines.ts';

/** A part of a path on one highway. */
export interface PathPart {
  readonly highway: number;
  readonly miles: number;
  /** Where the path enters and leaves the highway: 0 at its first end, 1 at its second. */
  readonly enters: number;
  readonly leaves: number;
}

/** The shortest path over the highways. */
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
