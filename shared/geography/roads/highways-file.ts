/** Coordinates in the highways file are whole 1/100 degrees (about half a mile). */
export const HIGHWAY_UNITS_PER_DEGREE = 100;

/** Junctions, the highways between them, and the lines that no road crosses. */
export interface HighwayColumns {
  /** Of every junction, in units of `HIGHWAY_UNITS_PER_DEGREE`. */
  readonly latitudes: Int16Array;
  readonly longitudes: Int16Array;
  /** The two ends of every highway: numbers of junctions, the lower one first. */
  readonly from: Int16Array;
  readonly to: Int16Array;
  /** Road miles of every highway, in tenths. */
  readonly tenths: Int16Array;
  /** Points of the lines end to end, in the same units. */
  readonly lineLatitudes: Int16Array;
  readonly lineLongitudes: Int16Array;
  /** Of every such point: 0 within its line, 1 an end with a way round, 2 an end without one. */
  readonly lineEnds: Int16Array;
}

/** "HWY1" as a little-endian number: another layout, another digit. */
const MAGIC = 0x31595748;
const COUNTS = 3;
const HEADER_BYTES = 4 * (1 + COUNTS);

/**
 * Lays the columns out as one file: the magic number and the numbers of junctions, highways and line points (32-bit),
 * then the columns (16-bit); all little-endian.
 */
export function packHighways(columns: HighwayColumns): Uint8Array<ArrayBuffer> {
  const { latitudes, longitudes, from, to, tenths, lineLatitudes, lineLongitudes, lineEnds } = columns;
  const all = [latitudes, longitudes, from, to, tenths, lineLatitudes, lineLongitudes, lineEnds];
  const file = new Uint8Array(HEADER_BYTES + all.reduce((bytes, { byteLength }) => bytes + byteLength, 0));
  new Uint32Array(file.buffer, 0, 1 + COUNTS).set([MAGIC, latitudes.length, from.length, lineEnds.length]);
  let end = HEADER_BYTES;
  for (const { buffer, byteOffset, byteLength } of all) {
    file.set(new Uint8Array(buffer, byteOffset, byteLength), end);
    end += byteLength;
  }
  return file;
}

/**
 * Opens a highways file; nothing in it is parsed.
 * @throws Error when the bytes are no highways file of this layout, or of another length than it says.
 */
export function unpackHighways(bytes: Uint8Array): HighwayColumns {
  const { buffer } = Uint8Array.from(bytes);
  const [magic, junctions = 0, highways = 0, linePoints = 0] =
    buffer.byteLength < HEADER_BYTES ? [] : new Uint32Array(buffer, 0, 1 + COUNTS);
  const length = HEADER_BYTES + 2 * (2 * junctions + 3 * highways + 3 * linePoints);
  if (magic !== MAGIC || length !== buffer.byteLength) {
    throw new Error('The highways file is not of the layout this program reads.');
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
    lineLatitudes: next(linePoints),
    lineLongitudes: next(linePoints),
    lineEnds: next(linePoints),
  };
}
