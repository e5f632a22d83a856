import { ByteReader, ByteWriter, hashText, UnreadableBytesError } from '../../platform/bytes/bytes.ts';
import type { WeekSpan } from '../../platform/time/utc-calendar.ts';
import type { LoadOwner } from '../loads/load-owner.ts';

/** Width of a bin of residuals: 1%. Rounding to it costs 0.3% of a rate on average. */
const BIN_WIDTH = 0.01;
/** Residuals beyond e^1.5 times the cost, or below its inverse, are clipped: robust means ignore them anyway. */
const MAX_BIN = 150;
/** A slot encodes a load's kind and its bin in one integer. */
const SLOT_BITS = 9;
const SLOTS_A_KIND = 1 << SLOT_BITS;
const MIDDLE_SLOT = 256;

/** Contributors that must have reported loads before other organizations see them. */
export const MIN_CONTRIBUTORS = 3;
/** Stored hashes of a week: those needed, and one more because the requester may be among them. */
export const MAX_CONTRIBUTOR_HASHES = MIN_CONTRIBUTORS + 1;

export interface CellWeek {
  /** Slots that have loads, ascending: see `slotOf`. */
  readonly slots: readonly number[];
  readonly counts: readonly number[];
  /** The operator's own loads of each slot; only if the week has such loads and others. */
  readonly operatorCounts?: readonly number[];
  /**
   * The smallest contributor hashes, ascending, at most four. The operator has none: without hashes all loads are
   * the operator's.
   */
  readonly contributors: readonly number[];
  /** Width of merged bins, if the week has too many slots to store each; 1 if absent. */
  readonly width?: BinWidth;
}

/** Each width is three times the one before, so that a wide bin has a slot in its middle. */
const BIN_WIDTHS = [1, 3, 9, 27, 81] as const;
type BinWidth = (typeof BIN_WIDTHS)[number];

/**
 * The loads of a lane, an area or a freight market: for each week, counts by kind and residual, and up to four
 * contributor hashes.
 * It holds only counts and smallest hashes, so merging cells gives the same bits in any order.
 */
export interface MarketCell {
  /** By `weekNumber`. */
  readonly weeks: ReadonlyMap<number, CellWeek>;
  /** Weeks whose loads count in a later week, and that week: see `disclosedCell`. Other weeks count in themselves. */
  readonly countedIn?: ReadonlyMap<number, number>;
}

/** The week in which the loads of a cell's week count. */
export const countingWeek = ({ countedIn }: MarketCell, week: number): number => countedIn?.get(week) ?? week;

/** Whether the loads of a cell's week count in a span. */
export function countsIn(cell: MarketCell, week: number, { from, to }: WeekSpan): boolean {
  const counting = countingWeek(cell, week);
  return counting >= from && counting <= to;
}

const NO_COUNTS: readonly number[] = [];

/** The operator's own loads of each slot; empty if there are none. */
export const operatorsCounts = ({ counts, operatorCounts = NO_COUNTS, contributors }: CellWeek) =>
  contributors.length === 0 ? counts : operatorCounts;

export interface CountedLoad {
  readonly week: number;
  readonly kind: number;
  readonly residual: number;
  readonly contributor: string;
}

export const slotOf = (kind: number, residual: number): number =>
  kind * SLOTS_A_KIND + MIDDLE_SLOT + Math.max(-MAX_BIN, Math.min(MAX_BIN, Math.round(residual / BIN_WIDTH)));

export const kindOfSlot = (slot: number): number => slot >> SLOT_BITS;

/** The residual in the middle of a slot. */
export const residualOf = (slot: number): number => ((slot & (SLOTS_A_KIND - 1)) - MIDDLE_SLOT) * BIN_WIDTH;

/** The slot in the middle of the wide bin that contains a slot. */
function coarseSlot(slot: number, width: BinWidth): number {
  if (width === 1) return slot;
  const bin = slot % SLOTS_A_KIND;
  return slot - bin + Math.floor(bin / width) * width + (width - 1) / 2;
}

/** Number of loads of a week. */
export const loadsOf = ({ counts }: CellWeek): number => counts.reduce((sum, count) => sum + count, 0);

/** Number of loads of a cell that count in a span. */
export function loadsBetween(cell: MarketCell | undefined, span: WeekSpan): number {
  if (cell === undefined) return 0;
  let loads = 0;
  for (const [week, facts] of cell.weeks) if (countsIn(cell, week, span)) loads += loadsOf(facts);
  return loads;
}

/** The smallest distinct hashes of both lists, ascending. */
const smallest = (a: readonly number[], b: readonly number[]): readonly number[] =>
  [...new Set([...a, ...b])].sort((one, other) => one - other).slice(0, MAX_CONTRIBUTOR_HASHES);

const add = (slots: Map<number, number>, slot: number, count: number): void => {
  slots.set(slot, (slots.get(slot) ?? 0) + count);
};

/** Of a contributor's name. */
export const contributorHash = hashText;

/** Contributor of the operator's loads that name none; they are disclosed to all. */
export const OPERATOR = contributorHash('operator' satisfies LoadOwner);

/** Loads of a week while they are counted. */
export interface WeekTally {
  /** Loads by slot. */
  readonly slots: Map<number, number>;
  /** The operator's own loads by slot. */
  readonly operatorSlots: Map<number, number>;
  contributors: readonly number[];
}

export const emptyTally = (): WeekTally => ({ slots: new Map(), operatorSlots: new Map(), contributors: [] });

/** @param contributor `contributorHash` of the contributor. */
export function tallyLoads(tally: WeekTally, slot: number, contributor: number, count: number): void {
  add(tally.slots, slot, count);
  if (contributor === OPERATOR) {
    add(tally.operatorSlots, slot, count);
  } else if (!tally.contributors.includes(contributor)) {
    tally.contributors = smallest(tally.contributors, [contributor]);
  }
}

export function cellOf(loads: Iterable<CountedLoad>): MarketCell {
  const weeks = new Map<number, WeekTally>();
  for (const { week, kind, residual, contributor } of loads) {
    const tally = weeks.get(week) ?? emptyTally();
    weeks.set(week, tally);
    tallyLoads(tally, slotOf(kind, residual), contributorHash(contributor), 1);
  }
  return { weeks: new Map([...weeks].map(([week, tally]) => [week, weekOf(tally)])) };
}

/** Merges two cells. Loads of the second count in the weeks in which those of the first count. */
export function mergeCells(a: MarketCell, b: MarketCell): MarketCell {
  const weeks = new Map(a.weeks);
  for (const [week, facts] of b.weeks) {
    const known = weeks.get(week);
    weeks.set(week, known === undefined ? facts : mergeWeeks(known, facts));
  }
  return { ...a, weeks };
}

function mergeWeeks(a: CellWeek, b: CellWeek): CellWeek {
  const width = (a.width ?? 1) > (b.width ?? 1) ? a.width : b.width;
  return { ...coarse([a, b], width ?? 1), ...(width && { width }) };
}

/** The loads of weeks in bins of a width that is at least theirs. */
function coarse(weeks: readonly CellWeek[], width: BinWidth): CellWeek {
  const tally = emptyTally();
  for (const week of weeks) addCoarse(tally, week, width);
  return weekOf(tally);
}

function addCoarse(tally: WeekTally, week: CellWeek, width: BinWidth): void {
  const ofOperator = operatorsCounts(week);
  for (const [position, slot] of week.slots.entries()) {
    const wide = coarseSlot(slot, width);
    add(tally.slots, wide, week.counts[position] ?? 0);
    const own = ofOperator[position] ?? 0;
    if (own > 0) add(tally.operatorSlots, wide, own);
  }
  tally.contributors = smallest(tally.contributors, week.contributors);
}

/** The widest bins that cost no accuracy: single loads scatter by about as much. */
const WIDEST_HARMLESS = 9;
/** Slots of a week at most, whatever the accuracy: a DynamoDB item is limited to 400 KB. */
const MAX_SLOTS = 1_200;

/**
 * Merges bins, three by three, until there are at most `fewSlots` slots or wider bins would cost accuracy.
 * More loads never make bins narrower, and a wide bin contains whole narrow ones. So the result of several chunks
 * does not depend on their order.
 */
export function boundedWeek(week: CellWeek, fewSlots: number): CellWeek {
  let bounded = week;
  for (const width of BIN_WIDTHS) {
    if (bounded.slots.length <= (width > WIDEST_HARMLESS ? MAX_SLOTS : fewSlots)) continue;
    if (width > (bounded.width ?? 1)) bounded = { ...coarse([bounded], width), width };
  }
  return bounded;
}

export function weekOf({ slots: loadsBySlot, operatorSlots, contributors }: WeekTally): CellWeek {
  const slots = [...loadsBySlot.keys()].sort((a, b) => a - b);
  const counts = slots.map((slot) => loadsBySlot.get(slot) ?? 0);
  if (contributors.length === 0 || operatorSlots.size === 0) return { slots, counts, contributors };
  return { slots, counts, operatorCounts: slots.map((slot) => operatorSlots.get(slot) ?? 0), contributors };
}

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
