import { defineColumnsFile } from '../../platform/bytes/columns-file.ts';

/** Coordinates in the highways file are integers in 1/100 degrees (about half a mile). */
export const HIGHWAY_UNITS_PER_DEGREE = 100;

/** The highways file. */
export const highwaysFile = defineColumnsFile('HWY4', {
  /** Of each junction, in units of `HIGHWAY_UNITS_PER_DEGREE`. */
  latitudes: Int16Array,
  longitudes: Int16Array,
  /** The two ends of each highway: junction numbers, the lower one first. */
  from: Int16Array,
  to: Int16Array,
  /** Road miles of each highway, in tenths. */
  tenths: Int16Array,
  /** Name of each highway: a line of `nameTexts`. */
  names: Int16Array,
  /** Toll facility of each highway toward its second and its first end: a line of `nameTexts`, or `NO_TOLL`. */
  tollsForward: Int16Array,
  tollsBackward: Int16Array,
  /** Character codes of all names, one a line. */
  nameTexts: Int16Array,
  /** Points of all lines that no road crosses, concatenated, in the same units. */
  lineLatitudes: Int16Array,
  lineLongitudes: Int16Array,
  /** Kind of each point: 0 inner point, 1 open end (a road leads around it), 2 closed end. */
  lineEnds: Int16Array,
});

export type HighwayColumns = ReturnType<typeof highwaysFile.unpack>;

export const NO_TOLL = -1;

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
