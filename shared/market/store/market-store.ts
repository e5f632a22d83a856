import type { MarketCell } from '../cells/market-cell.ts';
import type { CellScope, LoadOwner, Sharing } from '../loads/load-owner.ts';
import type { WeekLoads } from '../loads/week-loads.ts';
import type { MarketSummary } from './market-summary.ts';

/** The loads of an owner in one week, and how often they were written. */
export interface VersionedLoads {
  readonly version: number;
  readonly loads: WeekLoads;
}

/** A cell, and the stamp that it was written under; undefined where there is none yet. */
export interface VersionedCell {
  readonly cell: MarketCell;
  readonly stamp: number | undefined;
}

/** Port: the loads themselves, which everything else follows from. */
export interface LoadStore {
  loads(freightMarket: string, week: number, owner: LoadOwner): Promise<VersionedLoads>;
  /**
   * Puts loads of some weeks, eight at most, in the place of those of a version, and notes the weeks as pending with it:
   * all or nothing, so that no loads are there that no cell is to show.
   * @returns the weeks where others were put meanwhile; none where all was written.
   */
  replaceLoads(
    freightMarket: string,
    owner: LoadOwner,
    changes: ReadonlyMap<number, VersionedLoads>,
  ): Promise<readonly number[]>;
  /** All loads of a freight market from one week to another, weeks ascending. */
  loadsBetween(
    freightMarket: string,
    from: number,
    to: number,
  ): AsyncIterable<{ readonly week: number; readonly owner: LoadOwner; readonly loads: WeekLoads }>;
  /** All owners that ever brought loads beside the operator. */
  sharing(): Promise<Sharing>;
  /** Notes an owner before its first loads; a known one stays as it is. */
  register(owner: LoadOwner, shared: boolean): Promise<void>;
  /** Says whether an owner's loads are in the market; what is pending is another matter. */
  share(owner: LoadOwner, shared: boolean): Promise<void>;
  /** Strikes an owner out, whose loads are gone. */
  forget(owner: LoadOwner): Promise<void>;
}

/** Port: which weeks' cells do not show their loads yet. */
export interface PendingWeeks {
  /** Notes weeks whose loads count otherwise from now on: whoever began before cannot strike them out. */
  addPending(freightMarket: string, weeks: readonly number[]): Promise<void>;
  /** All pending weeks and a stamp that is higher than every one given before. */
  beginRefresh(
    freightMarket: string,
  ): Promise<{ readonly stamp: number; readonly pending: readonly number[] }>;
  /** Strikes weeks out, unless somebody began or noted after the stamp was given; false then. */
  clearPending(freightMarket: string, weeks: readonly number[], stamp: number): Promise<boolean>;
  /** How often weeks of freight markets were struck out, in their order: cells are whole when it moves. */
  clearCounts(freightMarkets: readonly string[]): Promise<readonly number[]>;
}

/** Port: the cells that rates are made from. */
export interface CellStore {
  /** In the order of the keys. */
  cells(scope: CellScope, keys: readonly string[]): Promise<readonly VersionedCell[]>;
  /** Puts a cell in the place of one with the stamp that was read; false where another is there. */
  replaceCell(
    scope: CellScope,
    key: string,
    cell: MarketCell,
    stamps: { readonly before: number | undefined; readonly now: number },
  ): Promise<boolean>;
}

/** Port: what is known of the whole nation, and what says that it is new. */
export interface SummaryStore {
  summary(): Promise<MarketSummary | undefined>;
  /** Puts summary and bands in the place of the version before; false where that is not in force. */
  publish(summary: MarketSummary): Promise<boolean>;
}

/** What imports work with. */
export type MarketStore = LoadStore & PendingWeeks & CellStore & SummaryStore;
