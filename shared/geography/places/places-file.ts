/** Coordinates are whole 1/100,000 degrees (about 1 m); dividing by this gives back the exact decimal. */
export const UNITS_PER_DEGREE = 100_000;

/**
 * Columns of the places file, in file order. Points of ZIP codes come first, then points of cities without a ZIP code.
 * Cities are sorted by the hash of their key, so that cities with the same name are adjacent.
 */
const COLUMNS = {
  /** ZIP codes as numbers, ascending; point i belongs to ZIP i. */
  zips: Uint32Array,
  /** Of each point, in units of `UNITS_PER_DEGREE`. */
  latitudes: Int32Array,
  longitudes: Int32Array,
  /** `hashCityKey` of each city's key. */
  cityHashes: Uint32Array,
  /** Start of each name in `names`, and the end of the last name. */
  nameOffsets: Uint32Array,
  /** City of each ZIP code. */
  zipCities: Uint16Array,
  /** Name of each city: an index into `nameOffsets`. */
  cityNames: Uint16Array,
  /** Point of each city: the point of its central ZIP code, or its own. */
  cityPoints: Uint16Array,
  /** State of each city: an index into `states`. */
  cityStates: Uint8Array,
  /** Number of ordinary ZIP codes of each city, at most 255. */
  cityZips: Uint8Array,
  /** All cities by key, and cities with the same key by size, largest first. */
  citiesByKey: Uint16Array,
  /** Two ASCII letters per state. */
  states: Uint8Array,
  /** Display names of cities, concatenated, ASCII; `normalizeCity` of a name is the city's key. */
  names: Uint8Array,
} as const;

type ColumnName = keyof typeof COLUMNS;

export type PlacesColumns = { readonly [Name in ColumnName]: InstanceType<(typeof COLUMNS)[Name]> };

/** "PLC3" as a little-endian number; the digit changes with the layout. */
const MAGIC = 0x33434c50;

const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
const ALIGNMENT = 4;
const HEADER_WORDS = 1 + 2 * COLUMN_NAMES.length;

/**
 * Packs the columns into one file: the magic number, then offset and byte length of each column (32-bit), then the
 * columns, each on a 4-byte boundary. All numbers are little-endian.
 */
export function packPlaces(columns: PlacesColumns): Uint8Array<ArrayBuffer> {
  const header = new Uint32Array(HEADER_WORDS);
  header[0] = MAGIC;
  let end = header.byteLength;
  COLUMN_NAMES.forEach((name, position) => {
    header.set([end, columns[name].byteLength], 1 + 2 * position);
    end += Math.ceil(columns[name].byteLength / ALIGNMENT) * ALIGNMENT;
  });
  const file = new Uint8Array(end);
  file.set(new Uint8Array(header.buffer));
  COLUMN_NAMES.forEach((name, position) => {
    const { buffer, byteOffset, byteLength } = columns[name];
    file.set(new Uint8Array(buffer, byteOffset, byteLength), header[1 + 2 * position]);
  });
  return file;
}

/** Whether the bytes have the layout that `unpackPlaces` reads. */
export const isCurrentLayout = (bytes: Uint8Array<ArrayBuffer>): boolean =>
  bytes.byteLength >= 4 * HEADER_WORDS && new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0] === MAGIC;

/**
 * Opens a places file. Each column is a view of the given bytes; nothing is parsed.
 * @param bytes the whole file; copied once if it does not start on a 4-byte boundary of its buffer.
 * @throws Error if the bytes are not a places file of this layout, or are truncated.
 */
export function unpackPlaces(bytes: Uint8Array<ArrayBuffer>): PlacesColumns {
  const { buffer, byteOffset } = bytes.byteOffset % ALIGNMENT === 0 ? bytes : Uint8Array.from(bytes);
  const header = bytes.byteLength < 4 * HEADER_WORDS ? [] : new Uint32Array(buffer, byteOffset, HEADER_WORDS);
  if (header[0] !== MAGIC) throw new Error('The places file has an unsupported layout.');
  const entries = COLUMN_NAMES.map((name, position) => {
    const offset = header[1 + 2 * position] ?? 0;
    const length = header[2 + 2 * position] ?? 0;
    if (offset + length > bytes.byteLength) throw new Error('The places file is truncated.');
    const Column = COLUMNS[name];
    return [name, new Column(buffer, byteOffset + offset, length / Column.BYTES_PER_ELEMENT)];
  });
  return Object.fromEntries(entries) as PlacesColumns;
}
