import { eachNeighbour, type HighwayGraph, LENGTHS_PER_MILE, NO_PATH } from './highway-graph.ts';

/** Width of a bucket: wide enough that few buckets are empty, narrow enough that few junctions are visited twice. */
const BUCKET = 10 * LENGTHS_PER_MILE;

/** A reached junction; `next` is the junction that was added to the same bucket before. */
interface Reached {
  readonly junction: number;
  readonly length: number;
  readonly next: Reached | undefined;
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
  const buckets: (Reached | undefined)[] = [];
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
