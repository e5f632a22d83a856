import { ByteReader, ByteWriter, hashText, UnreadableBytesError } from '../../platform/bytes/bytes.ts';
import type { WeekSpan } from '../../platform/time/utc-calendar.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import type { LaneLevel } from '../loads/market-levels.ts';

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

/** The loads of a week. Each slot is counted: see `slotOf`. */
export interface CellWeek {
  /** Loads of contributors. */
  readonly loads: Counts;
  /** The operator's own loads. */
  readonly operators: Counts;
  /** The smallest contributor hashes, ascending, at most four. */
  readonly contributors: readonly number[];
}

type Counts = ReadonlyMap<number, number>;

/**
 * The loads of a lane, an area or a freight market: for each week, counts by kind and residual, and up to four
 * contributor hashes.
 * It holds only counts and smallest hashes, so merging cells gives the same loads in any order.
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

/** Slots of a bin of cells, odd, by level: they bound the time to price a lane. Single loads scatter by more. */
const BIN_SLOTS: Readonly<Record<LaneLevel, number>> = { freightMarket: 9, marketState: 9, zone: 3, lane: 3 };

/** The slot in the middle of the bin of a cell that contains a slot. */
export const binOf = (level: LaneLevel, slot: number): number => middleOf(BIN_SLOTS[level], slot);

function middleOf(width: number, slot: number): number {
  const residual = slot & (SLOTS_A_KIND - 1);
  return slot - residual + Math.floor(residual / width) * width + (width - 1) / 2;
}

/** All weeks of a cell with so many slots fit into an item of DynamoDB, which has at most 400 KB. */
const MAX_SLOTS = 1_000;
const WIDER_BINS = [27, 81, 243];

/** A week with at most `MAX_SLOTS`, in wider bins if it would have more. */
export function boundedWeek(week: CellWeek): CellWeek {
  const widened = (counts: ReadonlyMap<number, number>, width: number) => {
    const wide = new Map<number, number>();
    addTo(
      wide,
      [...counts].map(([slot, count]) => [middleOf(width, slot), count] as const),
    );
    return wide;
  };
  return WIDER_BINS.reduce<CellWeek>(
    (bounded, width) =>
      bounded.loads.size + bounded.operators.size <= MAX_SLOTS
        ? bounded
        : { ...week, loads: widened(week.loads, width), operators: widened(week.operators, width) },
    week,
  );
}

/** All slots of a week and their loads. Pricing reads many weeks, so few are copied. */
export function slotsOf({ loads, operators }: CellWeek): Iterable<readonly [slot: number, count: number]> {
  if (operators.size === 0) return loads;
  return loads.size === 0 ? operators : [...loads, ...operators];
}

/** Number of loads of a week. */
export function loadsOf({ loads, operators }: CellWeek): number {
  let sum = 0;
  for (const count of loads.values()) sum += count;
  for (const count of operators.values()) sum += count;
  return sum;
}

/** Number of loads of a cell that count in a span. */
export function loadsBetween(cell: MarketCell | undefined, span: WeekSpan): number {
  if (cell === undefined) return 0;
  let loads = 0;
  for (const [week, facts] of cell.weeks) if (countsIn(cell, week, span)) loads += loadsOf(facts);
  return loads;
}

/** Of a contributor's name. */
export const contributorHash = hashText;

/** Contributor of the operator's loads that name none; they are disclosed to all. */
export const OPERATOR = contributorHash('operator' satisfies LoadOwner);

/** Counts the loads of a week. */
export class WeekTally implements CellWeek {
  readonly loads = new Map<number, number>();
  readonly operators = new Map<number, number>();
  contributors: readonly number[] = [];

  /** @param contributor `contributorHash` of the contributor. */
  add(slot: number, contributor: number, count: number): void {
    addTo(contributor === OPERATOR ? this.operators : this.loads, [[slot, count]]);
    if (contributor !== OPERATOR && !this.contributors.includes(contributor))
      this.#addContributors([contributor]);
  }

  addWeek({ loads, operators, contributors }: CellWeek): void {
    addTo(this.loads, loads);
    addTo(this.operators, operators);
    this.#addContributors(contributors);
  }

  #addContributors(more: readonly number[]): void {
    const all = new Set([...this.contributors, ...more]);
    this.contributors = [...all].sort((one, other) => one - other).slice(0, MAX_CONTRIBUTOR_HASHES);
  }
}

function addTo(counts: Map<number, number>, more: Iterable<readonly [slot: number, count: number]>): void {
  for (const [slot, count] of more) counts.set(slot, (counts.get(slot) ?? 0) + count);
}

export function cellOf(loads: Iterable<CountedLoad>, level: LaneLevel = 'lane'): MarketCell {
  const weeks = new Map<number, WeekTally>();
  for (const { week, kind, residual, contributor } of loads) {
    const tally = weeks.get(week) ?? new WeekTally();
    weeks.set(week, tally);
    tally.add(binOf(level, slotOf(kind, residual)), contributorHash(contributor), 1);
  }
  return { weeks };
}

/** Merges two cells. Loads of the second count in the weeks in which those of the first count. */
export function mergeCells(a: MarketCell, b: MarketCell): MarketCell {
  const weeks = new Map(a.weeks);
  for (const [week, facts] of b.weeks) {
    const tally = new WeekTally();
    for (const one of [weeks.get(week), facts]) if (one !== undefined) tally.addWeek(one);
    weeks.set(week, tally);
  }
  return { ...a, weeks };
}

/** The first number of a cell's bytes is the version of their format. */
const FORMAT = 3;

/** Encodes a cell in about three bytes a slot, weeks and slots ascending. */
export function cellToBytes({ weeks }: MarketCell): Uint8Array {
  const out = new ByteWriter();
  out.number(FORMAT);
  out.number(weeks.size);
  let last = 0;
  for (const [week, { contributors, loads, operators }] of ascending(weeks)) {
    out.number(week - last);
    last = week;
    out.number(contributors.length);
    for (const hash of contributors) out.number(hash);
    for (const counts of [loads, operators]) writeCounts(out, counts);
  }
  return out.bytes;
}

function writeCounts(out: ByteWriter, counts: Counts): void {
  out.number(counts.size);
  let last = 0;
  for (const [slot, count] of ascending(counts)) {
    out.number(slot - last);
    out.number(count);
    last = slot;
  }
}

/** Entries in the order of their numbers. */
export const ascending = <Value>(entries: Iterable<readonly [number, Value]>): (readonly [number, Value])[] =>
  [...entries].sort(([a], [b]) => a - b);

/** @throws UnreadableBytesError if the bytes do not encode a cell. */
export function cellFromBytes(bytes: Uint8Array): MarketCell {
  const read = new ByteReader(bytes);
  const format = read.number();
  if (format !== FORMAT) throw new UnreadableBytesError(`format ${format}`);
  const weeks = new Map<number, CellWeek>();
  let week = 0;
  for (let left = read.number(); left > 0; left--) {
    week += read.number();
    const contributors = Array.from({ length: read.number() }, () => read.number());
    weeks.set(week, { contributors, loads: readCounts(read), operators: readCounts(read) });
  }
  return { weeks };
}

function readCounts(read: ByteReader): Counts {
  const counts = new Map<number, number>();
  let slot = 0;
  for (let left = read.number(); left > 0; left--) {
    slot += read.number();
    counts.set(slot, read.number());
  }
  return counts;
}
