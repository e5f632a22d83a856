import type { MarketCell } from '../cells/market-cell.ts';
import type { CellScope, LoadOwner, Sharing } from '../loads/load-owner.ts';
import type { WeekLoads } from '../loads/week-loads.ts';
import type { MarketSummary } from './market-summary.ts';
import type { UnlearnedCounts } from './unlearned-counts.ts';

/** The loads of an owner in one week, and the number of writes. */
export interface VersionedLoads {
  readonly version: number;
  readonly loads: WeekLoads;
}

/** A cell and the stamp of the refresh that wrote it; undefined if it is not stored. */
export interface VersionedCell {
  readonly cell: MarketCell;
  readonly stamp: number | undefined;
}

/**
 * Port: the loads, from which everything else is computed. The unlearned loads of a freight market are stored under
 * their `unlearnedName`.
 */
export interface LoadStore {
  loads(freightMarket: string, week: number, owner: LoadOwner): Promise<VersionedLoads>;
  /**
   * Replaces the loads of at most eight weeks and marks the weeks as pending, in one transaction. Weeks of unlearned
   * loads are counted instead.
   * @returns the weeks that changed since they were read; empty if everything was written.
   */
  replaceLoads(
    freightMarket: string,
    owner: LoadOwner,
    changes: ReadonlyMap<number, VersionedLoads>,
  ): Promise<readonly number[]>;
  /** All loads of a freight market in a span of weeks, weeks ascending. */
  loadsBetween(
    freightMarket: string,
    from: number,
    to: number,
  ): AsyncIterable<{ readonly week: number; readonly owner: LoadOwner; readonly loads: WeekLoads }>;
  /** The unlearned loads of an owner from this week on. */
  unlearned(owner: LoadOwner, from: number): Promise<UnlearnedCounts>;
  /** All owners that have ever imported loads, except the operator. */
  sharing(): Promise<Sharing>;
  /** Adds an owner before its first loads; a known owner does not change. */
  register(owner: LoadOwner, shared: boolean): Promise<void>;
  /** Sets whether an owner's loads are in the market. It does not refresh cells. */
  share(owner: LoadOwner, shared: boolean): Promise<void>;
  /** Removes an owner whose loads were deleted. */
  forget(owner: LoadOwner): Promise<void>;
}

/** Port: weeks whose cells do not include their loads yet. */
export interface PendingWeeks {
  /** Adds weeks whose loads or sharing changed; a refresh that already began cannot clear them. */
  addPending(freightMarket: string, weeks: readonly number[]): Promise<void>;
  /** Begins a refresh: all pending weeks, and a stamp that is higher than all earlier ones. */
  beginRefresh(
    freightMarket: string,
  ): Promise<{ readonly stamp: number; readonly pending: readonly number[] }>;
  /** Clears weeks. False if another refresh began, or weeks were added, after the stamp was given. */
  clearPending(freightMarket: string, weeks: readonly number[], stamp: number): Promise<boolean>;
  /** How often weeks of each freight market were cleared: cells are complete after each clear. */
  clearCounts(freightMarkets: readonly string[]): Promise<readonly number[]>;
}

/** Port: the cells that rates are computed from. */
export interface CellStore {
  /** In the order of the keys. */
  cells(scope: CellScope, keys: readonly string[]): Promise<readonly VersionedCell[]>;
  /** Replaces the cell that has the stamp that was read; false if another one is stored. */
  replaceCell(
    scope: CellScope,
    key: string,
    cell: MarketCell,
    stamps: { readonly before: number | undefined; readonly now: number },
  ): Promise<boolean>;
}

/** Port: the published summary, which also tells readers that the market changed. */
export interface SummaryStore {
  summary(): Promise<MarketSummary | undefined>;
  /** Replaces the summary of the previous version; false if another version is stored. */
  publish(summary: MarketSummary): Promise<boolean>;
}

/** The store that imports use. */
export type MarketStore = LoadStore & PendingWeeks & CellStore & SummaryStore;
