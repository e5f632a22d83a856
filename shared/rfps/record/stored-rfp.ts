import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { Account } from '../../platform/account/account.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import type { Quantities } from '../../quotes/strategy/pricing-strategy.ts';
import type { ColumnChoice, ColumnReport } from '../../sheets/table.ts';
import { chunkCount, type LaneDraft } from '../lanes/lane-draft.ts';
import type { LaneResult, LaneSummary, LaneTerms } from '../lanes/lane-result.ts';
import { NO_COUNTERS, type RfpCounters } from './rfp-counters.ts';
import { type RfpId, rfpCreatedAt } from './rfp-id.ts';
import type { RfpState, RfpStatus } from './rfp-status.ts';

/** The fields of an RFP that its caller sets. Texts are "" if left out. */
export interface RfpFields {
  readonly name: string;
  readonly customer: string;
  /** Of the customer that the name stood for at the creation; undefined if there was none. */
  readonly customerId?: string | undefined;
  readonly customerReference: string;
  /** Of lanes without their own. */
  readonly equipment: EquipmentType;
  readonly requirements: readonly string[];
  /** Of the requirements with a quantity of their own. Default: none. */
  readonly quantities?: Quantities | undefined;
  readonly contractStart: UtcDay | undefined;
  readonly contractEnd: UtcDay | undefined;
  /** What columns of the file mean, as the caller states it. */
  readonly columnChoice?: ColumnChoice | undefined;
  /** Name of the sheet of a workbook; undefined: the one with the most columns that are understood. */
  readonly sheet?: string | undefined;
}

/** By what the lanes of a version are priced. */
export interface PricingTerms {
  /** ISO 8601 UTC: the moment of the prices. */
  readonly asOf: string;
  readonly strategyVersion: number;
}

/** Usage that a version counts. */
export interface Reservation {
  /** Calls, at least 1. */
  readonly calls: number;
  /** Month of the count, YYYY-MM. */
  readonly period: string;
  /** Maximum calls of the account in the month. */
  readonly usageLimit: number;
}

export const RFP_FAILURE_CODES = [
  'FILE_INVALID',
  'COLUMNS_NOT_UNDERSTOOD',
  'USAGE_LIMIT_EXCEEDED',
  'BILLING_REQUIRED',
] as const;

/** Why an RFP has no lanes to price. */
export interface RfpFailure {
  readonly code: (typeof RFP_FAILURE_CODES)[number];
  /** What to change, as a sentence. */
  readonly message: string;
}

/** An RFP as stored, without its lanes. */
export interface StoredRfp extends RfpFields {
  readonly rfpId: RfpId;
  readonly state: RfpState;
  /** Only of a failed RFP. */
  readonly failure: RfpFailure | undefined;
  /** The header of the file of lanes; undefined if there is none. */
  readonly columns: readonly string[] | undefined;
  /** How its columns were read. */
  readonly columnReport?: ColumnReport | undefined;
  /** What a person should know of the file, as sentences. */
  readonly notes?: readonly string[] | undefined;
  /** Until when the file of lanes can be sent, ISO 8601 UTC; undefined if the lanes came with the request. */
  readonly uploadUntil: string | undefined;
  /** 0 while the file of lanes is awaited. */
  readonly lanes: number;
  /** Number of the pricing by the market, from 1. */
  readonly version: number;
  /** Number of the run, from 1, 0 while the file of lanes is awaited: it increases with each version and each change of terms. */
  readonly run: number;
  /** Chunks of the run without a result. */
  readonly remaining: number;
  readonly pricing: PricingTerms;
  /** Number of the item with the terms of lanes; 0 = none. */
  readonly termsRevision: number;
  /** Markup in percent of all lanes without their own; undefined = the strategy's. */
  readonly marginPercent: number | undefined;
  readonly counters: RfpCounters;
  /** Calls of the current version minus those given back. */
  readonly calls: number;
  /** Month in which they count, YYYY-MM. */
  readonly period: string;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
}

export interface NewRfp extends RfpFields {
  readonly rfpId: RfpId;
  readonly pricing: PricingTerms;
  /** 1 to 1,000. */
  readonly lanes: readonly LaneDraft[];
}

/** RFPs of an organization and mode that await their file or are priced. */
export const MAX_WAITING_RFPS = 20;

/** Too many RFPs wait; nothing was written. */
export interface TooManyWaiting {
  readonly outcome: 'too-many-waiting';
}

/** `over-limit`: `used` calls leave too few for the lanes. `extra-write-rejected`: the extra's own condition failed. */
export type RfpCreation =
  | TooManyWaiting
  | { readonly outcome: 'created' }
  | { readonly outcome: 'over-limit'; readonly used: number }
  | { readonly outcome: 'extra-write-rejected' };

/** A chunk to price, as read in one moment. */
export interface ChunkWork {
  readonly rfp: StoredRfp;
  readonly chunk: number;
  readonly lanes: readonly LaneDraft[];
  /** By offset in the chunk. */
  readonly terms: ReadonlyMap<number, LaneTerms>;
  /** Offsets of the lanes that the run prices by the market. */
  readonly byMarket: readonly number[];
  /** Lanes that the run prices by the market in earlier chunks. */
  readonly byMarketBefore: number;
  /** Results and summaries of an earlier run of the same version; undefined if there is none. */
  readonly before: ChunkBefore | undefined;
}

export interface ChunkBefore {
  readonly results: readonly LaneResult[];
  readonly summaries: readonly LaneSummary[];
}

/** The results of a chunk's lanes, in their order. */
export interface ChunkResults {
  readonly results: readonly LaneResult[];
  readonly summaries: readonly LaneSummary[];
  /** Calls to give back; 0 to 5. */
  readonly returnedCalls: number;
}

/** `written-before`: the run already has results of the chunk. `obsolete`: the RFP is deleted, or in another run. */
export type ChunkOutcome = 'written' | 'written-before' | 'obsolete';

/** What callers set for lanes, with the run that it begins. */
export interface RfpTerms {
  /** By index of the lane. */
  readonly lanes: ReadonlyMap<number, LaneTerms>;
  /** Chunks with changed lanes, and the name of the item that has them instead of the one of the creation. */
  readonly inputs: ReadonlyMap<number, string>;
  /** Chunks whose prices or sums change: a run writes them again, by their market costs. Empty: no run. */
  readonly chunks: readonly number[];
  /** Indexes of corrected lanes, ascending: the run prices them by the market again. */
  readonly corrected: readonly number[];
}

/** What a caller changes. Members that are left out do not change. */
export interface RfpChange {
  readonly name?: string;
  readonly state?: Extract<RfpState, 'closed'>;
  /** `percent` undefined: by the strategy. */
  readonly margin?: { readonly percent: number | undefined };
  readonly terms?: RfpTerms;
  /** Of all lanes, after an award. */
  readonly counters?: RfpCounters;
  /** Prices all lanes by the market, in a new version. The totals of the version before are kept. */
  readonly version?: { readonly pricing: PricingTerms };
  /** Calls of a new version, or of corrected lanes. */
  readonly reservation?: Reservation;
  /** The moment of the change; the store's clock if left out. */
  readonly at?: Date;
}

/** `changed-meanwhile`: the RFP is deleted, or is not as it was read. */
export type RfpChangeResult =
  | TooManyWaiting
  | { readonly outcome: 'changed' | 'changed-meanwhile' | 'extra-write-rejected' }
  | { readonly outcome: 'over-limit'; readonly used: number };

/** The totals and terms of a version that a later one replaced. */
export type EarlierVersion = Pick<
  StoredRfp,
  'version' | 'pricing' | 'termsRevision' | 'marginPercent' | 'counters' | 'calls'
>;

/** Which RFPs a list has; absent members do not filter. */
export interface RfpFilter {
  readonly status?: RfpStatus;
  /** The whole name, without case and accents. */
  readonly customer?: string;
  readonly customerId?: string;
  /** UTC days of creation, both included. */
  readonly createdFrom?: UtcDay;
  readonly createdTo?: UtcDay;
}

/** A page of a list, newest first. It can be shorter than its limit before the last page. */
export interface RfpPage {
  readonly rfps: readonly StoredRfp[];
  /** The RFP after which the next page begins; undefined on the last page. */
  readonly next: RfpId | undefined;
}

/** A lane with its result in a version. */
export interface LaneWithResult {
  readonly draft: LaneDraft;
  readonly terms: LaneTerms;
  readonly result: LaneResult;
}

/** Port: RFPs of an account. `Extra` is written in the same transaction as a creation or a repricing. */
export interface RfpStore<Extra = never> {
  /** Strongly consistent; undefined if there is none. */
  read(account: Account, rfpId: RfpId): Promise<StoredRfp | undefined>;
  /** A page of the RFPs of a filter, newest first, strongly consistent. @param after `next` of the previous page. */
  list(account: Account, filter: RfpFilter, limit: number, after?: RfpId): Promise<RfpPage>;
  /** Counts the calls and stores the RFP with its lanes in run 1, or changes nothing. Exact, also in its limits. */
  create(account: Account, rfp: NewRfp, reservation: Reservation, extra?: Extra): Promise<RfpCreation>;
  /**
   * Changes an RFP that is as it was read and, except for its name, has no chunk left to price. Begins a run if prices or
   * sums change.
   */
  change(account: Account, rfp: StoredRfp, change: RfpChange, extra?: Extra): Promise<RfpChangeResult>;
  /** The chunks of the RFP's current run. */
  chunksOfRun(account: Account, rfp: StoredRfp): Promise<readonly number[]>;
  /** The terms of a revision. */
  terms(account: Account, rfp: Pick<StoredRfp, 'rfpId' | 'termsRevision'>): Promise<RfpTerms>;
  /** The lanes of chunks as terms have them, by chunk. */
  inputs(
    account: Account,
    rfpId: RfpId,
    terms: Pick<RfpTerms, 'inputs'>,
    chunks: readonly number[],
  ): Promise<ReadonlyMap<number, readonly LaneDraft[]>>;
  /** Stores chunks with changed lanes. They have no effect until a change has their name in its terms. */
  storeInputs(
    account: Account,
    rfpId: RfpId,
    name: string,
    chunks: ReadonlyMap<number, readonly LaneDraft[]>,
  ): Promise<void>;
  /** Versions before the current one, newest first. @param limit absent: all. */
  earlierVersions(account: Account, rfpId: RfpId, limit?: number): Promise<readonly EarlierVersion[]>;
  /** A version before the current one; undefined if there is none. */
  earlierVersion(account: Account, rfpId: RfpId, version: number): Promise<EarlierVersion | undefined>;
  /**
   * The lanes at some indexes that have a result in a version, by index. A corrected lane has none until the run that its
   * correction began has one.
   * @param version without a run: an earlier version, whose runs are over.
   */
  lanes(
    account: Account,
    version: Pick<StoredRfp, 'rfpId' | 'version' | 'termsRevision'> & Partial<Pick<StoredRfp, 'run'>>,
    indexes: readonly number[],
  ): Promise<ReadonlyMap<number, LaneWithResult>>;
  /** The summaries of all chunks with results in a version, by chunk. */
  summaries(
    account: Account,
    rfpId: RfpId,
    version: number,
  ): Promise<ReadonlyMap<number, readonly LaneSummary[]>>;
  /** The chunk of a run; `obsolete` if the RFP is deleted or in another run. */
  chunk(
    account: Account,
    rfpId: RfpId,
    run: number,
    chunk: number,
  ): Promise<ChunkWork | 'written-before' | 'obsolete'>;
  /** Writes the results of a chunk, its counters and the calls to give back, once for each run. */
  write(account: Account, work: ChunkWork, results: ChunkResults): Promise<ChunkOutcome>;
  /** Deletes the RFP; false if there is none. Its items are erased by `erase`. */
  delete(account: Account, rfpId: RfpId): Promise<boolean>;
  /** Erases the items of a deleted RFP. Safe to repeat; erases nothing of an RFP that exists. */
  erase(account: Account, rfpId: RfpId): Promise<void>;
}

/** An RFP as a change stores it, so that the answer can be composed before the write. */
export function changedRfp(rfp: StoredRfp, change: RfpChange, at: Date): StoredRfp {
  const { name, state, margin, terms, counters, version, reservation } = change;
  const changed: StoredRfp = {
    ...rfp,
    ...(name === undefined ? {} : { name }),
    ...(state === undefined ? {} : { state }),
    ...(margin === undefined ? {} : { marginPercent: margin.percent }),
    ...(terms === undefined ? {} : { termsRevision: rfp.termsRevision + 1 }),
    ...(counters === undefined ? {} : { counters }),
    ...(reservation && { calls: rfp.calls + reservation.calls, period: reservation.period }),
    updatedAt: at.toISOString(),
  };
  if (version !== undefined) {
    return {
      ...changed,
      run: rfp.run + 1,
      version: rfp.version + 1,
      pricing: version.pricing,
      remaining: chunkCount(rfp.lanes),
      counters: NO_COUNTERS,
      calls: reservation?.calls ?? 0,
    };
  }
  if (terms === undefined || terms.chunks.length === 0) return changed;
  return { ...changed, run: rfp.run + 1, remaining: terms.chunks.length };
}

/** An RFP as its creation stores it, so that the answer can be composed before the write. */
export const newStoredRfp = (
  { lanes, pricing, ...fields }: NewRfp,
  { calls, period }: Pick<Reservation, 'calls' | 'period'>,
): StoredRfp => ({
  ...fields,
  pricing,
  state: 'open',
  failure: undefined,
  columns: undefined,
  uploadUntil: undefined,
  lanes: lanes.length,
  version: 1,
  run: 1,
  remaining: chunkCount(lanes.length),
  termsRevision: 0,
  marginPercent: undefined,
  counters: NO_COUNTERS,
  calls,
  period,
  updatedAt: rfpCreatedAt(fields.rfpId).toISOString(),
});
