/** Coordinates are whole 1/100,000 degrees (about 1 m); dividing by this gives back the exact decimal. */
export const UNITS_PER_DEGREE = 100_000;

/**
 * Columns of the places file, in the order they lie in it. A point is a ZIP's or, after the last ZIP, that of a city
 * without a ZIP of its own. Cities ascend by the hash of their key, so that those of one name are neighbours.
 */
const COLUMNS = {
  /** ZIP codes as numbers, ascending; point i belongs to ZIP i. */
  zips: Uint32Array,
  /** Of every point, in units of `UNITS_PER_DEGREE`. */
  latitudes: Int32Array,
  longitudes: Int32Array,
  /** `hashCityKey` of every city's key. */
  cityHashes: Uint32Array,
  /** Start of every name in `names`, and the end of the last. */
  nameOffsets: Uint32Array,
  /** City of every ZIP. */
  zipCities: Uint16Array,
  /** Name of every city: an index into `nameOffsets`. */
  cityNames: Uint16Array,
  /** Point of every city: that of its central ZIP, or its own. */
  cityPoints: Uint16Array,
  /** State of every city: an index into `states`. */
  cityStates: Uint8Array,
  /** How many ordinary ZIPs every city has, 255 at most; 0 for a city without ZIPs. */
  cityZips: Uint8Array,
  /** Two ASCII letters a state. */
  states: Uint8Array,
  /** City names as people read them, ASCII, end to end; `normalizeCity` makes the key of one. */
  names: Uint8Array,
} as const;

type ColumnName = keyof typeof COLUMNS;

export type PlacesColumns = { readonly [Name in ColumnName]: InstanceType<(typeof COLUMNS)[Name]> };

/** "PLC2" as a little-endian number: another layout, another digit. */
const MAGIC = 0x32434c50;

const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
const ALIGNMENT = 4;
const HEADER_WORDS = 1 + 2 * COLUMN_NAMES.length;

/**
 * Lays the columns out as one file: the magic number, then offset and byte length of every column (32-bit,
 * little-endian, like all numbers in it), then the columns, each on a 4-byte boundary.
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

/**
 * Opens a places file: every column is a view of the bytes given, nothing is parsed or copied.
 * @param bytes the whole file; on a 4-byte boundary of its buffer, else it is copied once.
 * @throws Error when the bytes are no places file of this layout, or are cut short.
 */
export function unpackPlaces(bytes: Uint8Array<ArrayBuffer>): PlacesColumns {
  const { buffer, byteOffset } = bytes.byteOffset % ALIGNMENT === 0 ? bytes : Uint8Array.from(bytes);
  const header = bytes.byteLength < 4 * HEADER_WORDS ? [] : new Uint32Array(buffer, byteOffset, HEADER_WORDS);
  if (header[0] !== MAGIC) throw new Error('The places file is not of the layout this program reads.');
  const entries = COLUMN_NAMES.map((name, position) => {
    const offset = header[1 + 2 * position] ?? 0;
    const length = header[2 + 2 * position] ?? 0;
    if (offset + length > bytes.byteLength) throw new Error('The places file is cut short.');
    const Column = COLUMNS[name];
    return [name, new Column(buffer, byteOffset + offset, length / Column.BYTES_PER_ELEMENT)];
  });
  return Object.fromEntries(entries) as PlacesColumns;
}
