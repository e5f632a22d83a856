import type { WeekSpan } from '../../platform/time/utc-week.ts';
import type { LoadOwner } from '../loads/load-owner.ts';

/** Width of a bin of residuals: 1%. What rounding to it costs is 0.3% of a rate on average. */
const BIN_WIDTH = 0.01;
/** Residuals beyond e^1.5 times the cost, or below its inverse, count as that: no level follows them anyway. */
const MAX_BIN = 150;
/** A slot is the kind of a load and a bin in one whole number. */
const SLOT_BITS = 9;
const SLOTS_A_KIND = 1 << SLOT_BITS;
const MIDDLE_SLOT = 256;

/** Contributors that have to be behind loads before others are answered from them. */
export const MIN_CONTRIBUTORS = 3;
/** Contributors that a week names: those needed, and the one who asks. */
export const MAX_CONTRIBUTOR_HASHES = MIN_CONTRIBUTORS + 1;

/** What a cell keeps of one week. */
export interface CellWeek {
  /** Slots that have loads, ascending: `slotOf` their kind and residual. */
  readonly slots: readonly number[];
  /** Loads of each slot. */
  readonly counts: readonly number[];
  /** Of each slot's loads the operator's own, where a week has such loads and others. */
  readonly operatorCounts?: readonly number[];
  /** The smallest hashes of its contributors, ascending, four at most. The operator is none: without any, all loads are its own. */
  readonly contributors: readonly number[];
  /** Bins that were laid together, where a week has too many slots to be kept one by one; 1 where it is not there. */
  readonly width?: BinWidth;
}

/** Each holds three of the one before, so that a wide bin has a slot in its middle: its own. */
export const BIN_WIDTHS = [1, 3, 9, 27, 81] as const;
export type BinWidth = (typeof BIN_WIDTHS)[number];

/**
 * What the market keeps of a lane, an area or the nation: for each week how many loads of which kind lay how far above
 * the cost model, and whether three contributors are behind them. Counts and smallest hashes only: cells add up in any
 * order to the same, to the last bit.
 */
export interface MarketCell {
  /** By `weekNumber`. */
  readonly weeks: ReadonlyMap<number, CellWeek>;
  /** Weeks whose loads count in a later week, and that week: see `disclosedCell`. Other weeks count by themselves. */
  readonly countedIn?: ReadonlyMap<number, number>;
}

/** The week in which the loads of a week of a cell count. */
export const countingWeek = ({ countedIn }: MarketCell, week: number): number => countedIn?.get(week) ?? week;

const NO_COUNTS: readonly number[] = [];

/** Of each slot's loads the operator's own; empty where there are none. */
export const operatorsCounts = ({ counts, operatorCounts = NO_COUNTS, contributors }: CellWeek) =>
  contributors.length === 0 ? counts : operatorCounts;

/** A load as a cell counts it. */
export interface CountedLoad {
  readonly week: number;
  /** As `kindOf` counts it. */
  readonly kind: number;
  /** As `loadResidual` gives it. */
  readonly residual: number;
  readonly contributor: string;
}

/** The slot of a load. */
export const slotOf = (kind: number, residual: number): number =>
  kind * SLOTS_A_KIND + MIDDLE_SLOT + Math.max(-MAX_BIN, Math.min(MAX_BIN, Math.round(residual / BIN_WIDTH)));

/** The kind of a slot's loads. */
export const kindOfSlot = (slot: number): number => slot >> SLOT_BITS;

/** The residual in the middle of a slot. */
export const residualOf = (slot: number): number => ((slot & (SLOTS_A_KIND - 1)) - MIDDLE_SLOT) * BIN_WIDTH;

/** The slot in the middle of the wide bin that a slot lies in. */
export function coarseSlot(slot: number, width: BinWidth): number {
  if (width === 1) return slot;
  const bin = slot % SLOTS_A_KIND;
  return slot - bin + Math.floor(bin / width) * width + (width - 1) / 2;
}

/** The loads of a cell that count in a span. */
export function loadsBetween(cell: MarketCell | undefined, { from, to }: WeekSpan): number {
  if (cell === undefined) return 0;
  let loads = 0;
  for (const [week, { counts }] of cell.weeks) {
    const counting = countingWeek(cell, week);
    if (counting >= from && counting <= to) for (const count of counts) loads += count;
  }
  return loads;
}

/** The smallest different hashes of both, ascending. */
export const smallest = (a: readonly number[], b: readonly number[]): readonly number[] =>
  [...new Set([...a, ...b])].sort((one, other) => one - other).slice(0, MAX_CONTRIBUTOR_HASHES);

/** FNV-1a, 32 bits, of a contributor's name. */
export function contributorHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < name.length; position++) {
    hash = Math.imul(hash ^ name.charCodeAt(position), 0x01000193);
  }
  return hash >>> 0;
}

/** Loads of the operator that name no contributor: its own, which serve all. */
export const OPERATOR = contributorHash('operator' satisfies LoadOwner);
