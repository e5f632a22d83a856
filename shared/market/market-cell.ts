/** Width of a bin of residuals: 1%. What rounding to it costs is 0.3% of a rate on average. */
const BIN_WIDTH = 0.01;
/** Residuals beyond e^1.5 times the cost, or below its inverse, count as that: no level follows them anyway. */
const FARTHEST_BIN = 150;
/** A slot is the band of a load and a bin in one whole number. */
const SLOTS_A_BAND = 512;
const MIDDLE_SLOT = 256;

/** Contributors that are told apart in a week: the rule about leaking asks for three. */
export const TOLD_APART = 3;

/** Loads by slot: `slotOf` their band and residual. */
export type Slots = ReadonlyMap<number, number>;

/** What a cell keeps of one week. */
export interface CellWeek {
  readonly slots: Slots;
  /** The smallest hashes of its contributors, ascending, `TOLD_APART` at most. */
  readonly contributors: readonly number[];
}

/**
 * What the market keeps of a lane, an area or the nation: for each week how many loads of which band lay how far
 * above the cost model, and whether three contributors are behind them. Counts and smallest hashes only: cells add up in
 * any order to the same, to the last bit.
 */
export interface MarketCell {
  readonly weeks: ReadonlyMap<number, CellWeek>;
}

export const EMPTY_CELL: MarketCell = { weeks: new Map() };

/** The slot of a load. @param band as `distanceBand` counts it. @param residual as `loadResidual` gives it. */
export const slotOf = (band: number, residual: number): number =>
  band * SLOTS_A_BAND +
  MIDDLE_SLOT +
  Math.max(-FARTHEST_BIN, Math.min(FARTHEST_BIN, Math.round(residual / BIN_WIDTH)));

/** The band of a slot's loads. */
export const bandOf = (slot: number): number => Math.floor(slot / SLOTS_A_BAND);

/** The residual in the middle of a slot. */
export const residualOf = (slot: number): number => ((slot % SLOTS_A_BAND) - MIDDLE_SLOT) * BIN_WIDTH;

/** The loads of a week. */
export function loadsOf(slots: Slots): number {
  let loads = 0;
  for (const count of slots.values()) loads += count;
  return loads;
}

/** The smallest different hashes of both, ascending. */
export const smallest = (a: readonly number[], b: readonly number[]): readonly number[] =>
  [...new Set([...a, ...b])].sort((one, other) => one - other).slice(0, TOLD_APART);

/** FNV-1a, 32 bits, of a contributor's name. */
export function contributorHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < name.length; position++) {
    hash = Math.imul(hash ^ name.charCodeAt(position), 0x01000193);
  }
  return hash >>> 0;
}
