import type { HighwayColumns } from './highways-file.ts';

/** Whole lengths a mile: sums of whole numbers are exact, so that a way is as long forth as back. */
export const LENGTHS_PER_MILE = 1000;

/** Longer than any way. */
export const NO_PATH = 0x3fff_ffff;

const LENGTHS_PER_TENTH = LENGTHS_PER_MILE / 10;

/** Stands for no further highway. */
const NONE = -1;

/** Junctions with their highways, ready to be searched. Directions are numbered: 2h forth, 2h + 1 back on highway h. */
export interface HighwayGraph extends HighwayColumns {
  /** One of the directions that lead out of every junction. */
  readonly firstOut: Int16Array;
  /** After every direction a further one out of the same junction. */
  readonly nextOut: Int16Array;
}

/** Makes the columns of a highways file ready to be searched; one plain loop, since the first call waits for it. */
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

/** Calls back for every junction next to one, with the length of the highway there. */
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
