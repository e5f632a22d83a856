import type { HighwayColumns } from './highways-file.ts';

/** Lengths are integers, so that sums are exact and a path has the same length in both directions. */
export const LENGTHS_PER_MILE = 1000;

/** Longer than any path. */
export const NO_PATH = 0x3fff_ffff;

const LENGTHS_PER_TENTH = LENGTHS_PER_MILE / 10;

/** End of a list of highways. */
const NONE = -1;

/** Junctions with linked lists of their highways. Direction 2h is forward on highway h, 2h + 1 is backward. */
export interface HighwayGraph extends HighwayColumns {
  /** By junction: the first direction of its list. */
  readonly firstOut: Int16Array;
  /** By direction: the next direction from the same junction. */
  readonly nextOut: Int16Array;
}

/** Builds the graph from the columns of a highways file. One loop, because the first call waits for it. */
export function buildHighwayGraph(columns: HighwayColumns): HighwayGraph {
  const { from, to } = columns;
  const firstOut = new Int16Array(columns.latitudes.length).fill(NONE);
  const nextOut = new Int16Array(2 * from.length);
  for (let highway = 0; highway < from.length; highway++) {
    const first = from[highway] ?? 0;
    const second = to[highway] ?? 0;
    nextOut[2 * highway] = firstOut[first] ?? NONE;
    firstOut[first] = 2 * highway;
    nextOut[2 * highway + 1] = firstOut[second] ?? NONE;
    firstOut[second] = 2 * highway + 1;
  }
  return { ...columns, firstOut, nextOut };
}

/** Calls `visit` for each adjacent junction, with the length of the highway to it. */
export function eachNeighbour(
  { from, to, tenths, firstOut, nextOut }: HighwayGraph,
  junction: number,
  visit: (neighbour: number, length: number) => void,
): void {
  for (let out = firstOut[junction] ?? NONE; out !== NONE; out = nextOut[out] ?? NONE) {
    const highway = out >> 1;
    const end = out % 2 === 0 ? to : from;
    visit(end[highway] ?? 0, (tenths[highway] ?? 0) * LENGTHS_PER_TENTH);
  }
}

export function lengthOf({ tenths }: HighwayColumns, highway: number): number {
  return (tenths[highway] ?? 0) * LENGTHS_PER_TENTH;
}
