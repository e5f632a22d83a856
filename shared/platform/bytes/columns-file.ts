type ColumnType =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Int16ArrayConstructor
  | Uint32ArrayConstructor
  | Int32ArrayConstructor;

type ColumnsOf<Types extends Readonly<Record<string, ColumnType>>> = {
  readonly [Name in keyof Types]: InstanceType<Types[Name]>;
};

const ALIGNMENT = 4;

/**
 * A file of number columns, which needs no parsing: four letters that change with the layout, the length of each column
 * (32-bit), then the columns, each on a 4-byte boundary. All numbers are little-endian.
 */
export function defineColumnsFile<const Types extends Readonly<Record<string, ColumnType>>>(
  magic: string,
  types: Types,
) {
  const names = Object.keys(types) as (keyof Types & string)[];
  const magicNumber = new Uint32Array(new TextEncoder().encode(magic).buffer, 0, 1)[0] ?? 0;
  const headerWords = 1 + names.length;

  /** The offset of each column, and the length of the file in bytes. */
  const layoutOf = (lengths: ArrayLike<number>) => {
    let end = ALIGNMENT * headerWords;
    const offsets = names.map((name, position) => {
      const offset = end;
      const bytes = (lengths[position] ?? 0) * (types[name]?.BYTES_PER_ELEMENT ?? 0);
      end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
      return offset;
    });
    return { offsets, end };
  };

  return {
    pack: (columns: ColumnsOf<Types>): Uint8Array<ArrayBuffer> => {
      const lengths = names.map((name) => columns[name].length);
      const { offsets, end } = layoutOf(lengths);
      const file = new Uint8Array(end);
      new Uint32Array(file.buffer, 0, headerWords).set([magicNumber, ...lengths]);
      names.forEach((name, position) => {
        const { buffer, byteOffset, byteLength } = columns[name];
        file.set(new Uint8Array(buffer, byteOffset, byteLength), offsets[position]);
      });
      return file;
    },
    /**
     * Opens a file. Each column is a view of the given bytes.
     * @param bytes the whole file; copied once if it does not start on a 4-byte boundary of its buffer.
     * @throws Error if the bytes are not a file of this layout and length.
     */
    unpack: (bytes: Uint8Array<ArrayBuffer>): ColumnsOf<Types> => {
      const { buffer, byteOffset } = bytes.byteOffset % ALIGNMENT === 0 ? bytes : Uint8Array.from(bytes);
      const isLong = bytes.byteLength >= ALIGNMENT * headerWords;
      const [found, ...lengths] = isLong ? new Uint32Array(buffer, byteOffset, headerWords) : [];
      const { offsets, end } = layoutOf(lengths);
      if (found !== magicNumber || end !== bytes.byteLength)
        throw new Error(`The ${magic} file has an unsupported layout or length.`);
      const columns = names.map((name, position) => {
        const Column = types[name] as ColumnType;
        return [name, new Column(buffer, byteOffset + (offsets[position] ?? 0), lengths[position])];
      });
      return Object.fromEntries(columns) as ColumnsOf<Types>;
    },
  };
}
