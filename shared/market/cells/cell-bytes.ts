import { ByteReader, ByteWriter, UnreadableBytesError } from '../../platform/bytes/bytes.ts';
import { BIN_WIDTHS, type CellWeek, type MarketCell, OPERATOR } from './market-cell.ts';

/** The first number of a cell's bytes is the version of their format. */
const FORMAT = 2;
/** The first format has no counts of the operator's own loads and lists the operator among the contributors. */
const FIRST_FORMAT = 1;

/** Encodes a cell in about three bytes a slot, weeks ascending. */
export function cellToBytes({ weeks }: MarketCell): Uint8Array {
  const out = new ByteWriter();
  out.number(FORMAT);
  out.number(weeks.size);
  let last = 0;
  for (const [week, facts] of [...weeks].sort(([a], [b]) => a - b)) {
    out.number(week - last);
    last = week;
    writeWeek(out, facts);
  }
  return out.bytes;
}

function writeWeek(out: ByteWriter, week: CellWeek): void {
  const { slots, counts, operatorCounts, contributors, width = 1 } = week;
  out.number(BIN_WIDTHS.indexOf(width));
  out.number(operatorCounts === undefined ? 0 : 1);
  out.number(contributors.length);
  for (const hash of contributors) out.number(hash);
  out.number(slots.length);
  let last = 0;
  for (let position = 0; position < slots.length; position++) {
    const slot = slots[position] ?? 0;
    out.number(slot - last);
    out.number(counts[position] ?? 0);
    if (operatorCounts !== undefined) out.number(operatorCounts[position] ?? 0);
    last = slot;
  }
}

/** @throws UnreadableBytesError if the bytes do not encode a cell. */
export function cellFromBytes(bytes: Uint8Array): MarketCell {
  const read = new ByteReader(bytes);
  const format = read.number();
  if (format !== FORMAT && format !== FIRST_FORMAT) throw new UnreadableBytesError(`format ${format}`);
  const weeks = new Map<number, CellWeek>();
  let week = 0;
  for (let left = read.number(); left > 0; left--) {
    week += read.number();
    weeks.set(week, readWeek(read, format));
  }
  return { weeks };
}

function readWeek(read: ByteReader, format: number): CellWeek {
  const width = BIN_WIDTHS[read.number()];
  if (width === undefined) throw new UnreadableBytesError('width of bins');
  const withOperator = format !== FIRST_FORMAT && read.number() === 1;
  const named = Array.from({ length: read.number() }, () => read.number());
  const length = read.number();
  // Allocated at their length: growing arrays leave twice as much garbage.
  const slots = new Array<number>(length);
  const counts = new Array<number>(length);
  const operatorCounts = new Array<number>(withOperator ? length : 0);
  let slot = 0;
  for (let position = 0; position < length; position++) {
    slot += read.number();
    slots[position] = slot;
    counts[position] = read.number();
    if (withOperator) operatorCounts[position] = read.number();
  }
  return {
    slots,
    counts,
    contributors: named.filter((contributor) => contributor !== OPERATOR),
    ...(withOperator && { operatorCounts }),
    ...(width === 1 ? {} : { width }),
  };
}
