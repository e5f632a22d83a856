/** Coordinates in the highways file are integers in 1/100 degrees (about half a mile). */
export const HIGHWAY_UNITS_PER_DEGREE = 100;

/** Columns of the highways file, in file order, and what each has a number of. */
const COLUMNS = {
  /** Of each junction, in units of `HIGHWAY_UNITS_PER_DEGREE`. */
  latitudes: 'junctions',
  longitudes: 'junctions',
  /** The two ends of each highway: junction numbers, the lower one first. */
  from: 'highways',
  to: 'highways',
  /** Road miles of each highway, in tenths. */
  tenths: 'highways',
  /** Name of each highway: a line of `nameTexts`. */
  names: 'highways',
  /** Toll facility of each highway toward its second and its first end: a line of `nameTexts`, or `NO_TOLL`. */
  tollsForward: 'highways',
  tollsBackward: 'highways',
  /** Character codes of all names, one a line. */
  nameTexts: 'characters',
  /** Points of all lines that no road crosses, concatenated, in the same units. */
  lineLatitudes: 'linePoints',
  lineLongitudes: 'linePoints',
  /** Kind of each point: 0 inner point, 1 open end (a road leads around it), 2 closed end, 3 end of a line with many bridges. */
  lineEnds: 'linePoints',
} as const;
type Column = keyof typeof COLUMNS;
const COLUMN_NAMES = Object.keys(COLUMNS) as readonly Column[];

export type HighwayColumns = Readonly<Record<Column, Int16Array>>;

export const NO_TOLL = -1;

/** "HWY3" as a little-endian number; the digit changes with the layout. */
const MAGIC = 0x33595748;
const COUNTED = ['junctions', 'highways', 'characters', 'linePoints'] as const;
const HEADER_BYTES = 4 * (1 + COUNTED.length);

/**
 * Packs the columns into one file: the magic number, the counts of junctions, highways, characters and line points (32-bit), then the
 * columns (16-bit). All numbers are little-endian.
 */
export function packHighways(columns: HighwayColumns): Uint8Array<ArrayBuffer> {
  const all = COLUMN_NAMES.map((name) => columns[name]);
  const file = new Uint8Array(HEADER_BYTES + all.reduce((bytes, { byteLength }) => bytes + byteLength, 0));
  const { latitudes, from, nameTexts, lineEnds } = columns;
  const counts = [latitudes, from, nameTexts, lineEnds].map(({ length }) => length);
  new Uint32Array(file.buffer, 0, 1 + COUNTED.length).set([MAGIC, ...counts]);
  let end = HEADER_BYTES;
  for (const { buffer, byteOffset, byteLength } of all) {
    file.set(new Uint8Array(buffer, byteOffset, byteLength), end);
    end += byteLength;
  }
  return file;
}

/**
 * Opens a highways file. Nothing is parsed.
 * @throws Error if the bytes are not a highways file of this layout, or the length does not match the header.
 */
export function unpackHighways(bytes: Uint8Array): HighwayColumns {
  const { buffer } = Uint8Array.from(bytes);
  const isLong = buffer.byteLength >= HEADER_BYTES;
  const [magic, ...counts] = isLong ? new Uint32Array(buffer, 0, 1 + COUNTED.length) : [];
  const countOf = (name: Column): number => counts[COUNTED.indexOf(COLUMNS[name])] ?? 0;
  const length = HEADER_BYTES + 2 * COLUMN_NAMES.reduce((sum, name) => sum + countOf(name), 0);
  if (magic !== MAGIC || length !== buffer.byteLength) {
    throw new Error('The highways file has an unsupported layout or length.');
  }
  let end = HEADER_BYTES;
  const columns = COLUMN_NAMES.map((name): [Column, Int16Array] => {
    const column = new Int16Array(buffer, end, countOf(name));
    end += column.byteLength;
    return [name, column];
  });
  return Object.fromEntries(columns) as HighwayColumns;
}

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
