/** Coordinates in the highways file are integers in 1/100 degrees (about half a mile). */
export const HIGHWAY_UNITS_PER_DEGREE = 100;

/** Junctions, the highways between them, and the lines that no road crosses. */
export interface HighwayColumns {
  /** Of each junction, in units of `HIGHWAY_UNITS_PER_DEGREE`. */
  readonly latitudes: Int16Array;
  readonly longitudes: Int16Array;
  /** The two ends of each highway: junction numbers, the lower one first. */
  readonly from: Int16Array;
  readonly to: Int16Array;
  /** Road miles of each highway, in tenths. */
  readonly tenths: Int16Array;
  /** Name of each highway: a line of `nameTexts`. */
  readonly names: Int16Array;
  /** Toll facility of each highway toward its second and its first end: a line of `nameTexts`, or `NO_TOLL`. */
  readonly tollsForward: Int16Array;
  readonly tollsBackward: Int16Array;
  /** Character codes of all names, one a line. */
  readonly nameTexts: Int16Array;
  /** Points of all lines, concatenated, in the same units. */
  readonly lineLatitudes: Int16Array;
  readonly lineLongitudes: Int16Array;
  /** Kind of each point: 0 inner point, 1 open end (a road leads around it), 2 closed end. */
  readonly lineEnds: Int16Array;
}

export const NO_TOLL = -1;

/** "HWY3" as a little-endian number; the digit changes with the layout. */
const MAGIC = 0x33595748;
const COUNTS = 4;
const HEADER_BYTES = 4 * (1 + COUNTS);

/**
 * Packs the columns into one file: the magic number, the counts of junctions, highways, characters and line points (32-bit), then the
 * columns (16-bit). All numbers are little-endian.
 */
export function packHighways(columns: HighwayColumns): Uint8Array<ArrayBuffer> {
  const { latitudes, longitudes, from, to, tenths, names, tollsForward, tollsBackward, nameTexts } = columns;
  const { lineLatitudes, lineLongitudes, lineEnds } = columns;
  const ofHighways = [from, to, tenths, names, tollsForward, tollsBackward, nameTexts];
  const all = [latitudes, longitudes, ...ofHighways, lineLatitudes, lineLongitudes, lineEnds];
  const file = new Uint8Array(HEADER_BYTES + all.reduce((bytes, { byteLength }) => bytes + byteLength, 0));
  const counts = [MAGIC, latitudes.length, from.length, nameTexts.length, lineEnds.length];
  new Uint32Array(file.buffer, 0, 1 + COUNTS).set(counts);
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
  const [magic, junctions = 0, highways = 0, characters = 0, linePoints = 0] =
    buffer.byteLength < HEADER_BYTES ? [] : new Uint32Array(buffer, 0, 1 + COUNTS);
  const length = HEADER_BYTES + 2 * (2 * junctions + 6 * highways + characters + 3 * linePoints);
  if (magic !== MAGIC || length !== buffer.byteLength) {
    throw new Error('The highways file has an unsupported layout or length.');
  }
  let end = HEADER_BYTES;
  const next = (count: number) => {
    const column = new Int16Array(buffer, end, count);
    end += column.byteLength;
    return column;
  };
  return {
    latitudes: next(junctions),
    longitudes: next(junctions),
    from: next(highways),
    to: next(highways),
    tenths: next(highways),
    names: next(highways),
    tollsForward: next(highways),
    tollsBackward: next(highways),
    nameTexts: next(characters),
    lineLatitudes: next(linePoints),
    lineLongitudes: next(linePoints),
    lineEnds: next(linePoints),
  };
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
