import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { sortableIds } from '../../platform/ids/sortable-id.ts';
import { daysBetween, startOfDay, type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';
import { columnReportFields } from '../../sheets/column-fields.ts';
import type { ColumnReport } from '../../sheets/table.ts';
import { chunkCount } from '../lanes/lane-draft.ts';
import type { LaneTerms } from '../lanes/lane-result.ts';
import { NO_COUNTERS, type RfpCounters } from './rfp-counters.ts';
import { RFP_STATES, type RfpState } from './rfp-status.ts';

declare const checked: unique symbol;

/** `R-` and 27 digits: sorts by creation time, and does not allow guessing other ids. */
export type RfpId = string & { readonly [checked]: true };

export const RFP_ID_PREFIX = 'R-';

export const {
  create: createRfpIds,
  parse: parseRfpId,
  createdAt: rfpCreatedAt,
  firstAt: firstRfpIdAt,
} = sortableIds<RfpId>(RFP_ID_PREFIX);

const count = v.pipe(v.number(), v.safeInteger());
const texts = v.pipe(v.array(v.string()), v.readonly());

/** The fields of an RFP that its caller sets, as they are stored. Texts are "" if left out. */
const callerFields = {
  name: v.string(),
  customer: v.string(),
  /** Of the customer that the name stood for at the creation; undefined if there was none. */
  customerId: v.optional(v.string()),
  customerReference: v.string(),
  /** Of lanes without their own. */
  equipment: v.picklist(EQUIPMENT_TYPES),
  requirements: texts,
  /** Of the requirements with a quantity of their own. */
  quantities: v.optional(v.record(v.string(), v.number())),
  contractStart: v.optional(v.string()),
  contractEnd: v.optional(v.string()),
  /** What columns of the file mean, as the caller states it. */
  columnChoice: v.optional(v.record(v.string(), v.string())),
  /** Name of the sheet of a workbook; undefined: the one with the most columns that are understood. */
  sheet: v.optional(v.string()),
};
const callerSchema = v.object(callerFields);
export type RfpFields = Readonly<v.InferOutput<typeof callerSchema>>;

/** By what the lanes of a version are priced. */
export interface PricingTerms {
  /** ISO 8601 UTC: the moment of the prices. */
  readonly asOf: string;
  readonly strategyVersion: number;
}

/** Usage that a version counts. */
export interface Reservation {
  /** At least 1. */
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

/** Why an RFP has no lanes to price: `message` says what to change, as a sentence. */
const failure = v.object({ code: v.picklist(RFP_FAILURE_CODES), message: v.string() });
export type RfpFailure = Readonly<v.InferOutput<typeof failure>>;

/** What the file of an RFP determines. */
export interface FileOfLanes {
  readonly lanes: number;
  /** Its header. */
  readonly columns: readonly string[];
  readonly columnReport: ColumnReport;
  /** What a person should know of the file, as sentences. */
  readonly notes: readonly string[];
  readonly pricing: PricingTerms;
}

/** The attributes of a stored RFP. Those of the file are undefined if the lanes came with the request. */
export const rfpAttributes = v.object({
  ...callerFields,
  state: v.picklist(RFP_STATES),
  /** Only of a failed RFP. */
  failure: v.optional(failure),
  columns: v.optional(texts),
  columnReport: v.optional(columnReportFields),
  notes: v.optional(texts),
  /** Until when the file can be sent, ISO 8601 UTC. */
  uploadUntil: v.optional(v.string()),
  /** 0 while the file is awaited. */
  lanes: count,
  /** Number of the pricing by the market, from 1. */
  version: count,
  /** From 1, 0 while the file is awaited: it increases with each version and each change of terms. */
  run: count,
  /** Chunks of the run without a result. */
  remaining: count,
  /** Number of the item with the terms of lanes; 0 = none. */
  termsRevision: count,
  /** Markup in percent of all lanes without their own; undefined = the strategy's. */
  marginPercent: v.optional(v.number()),
  /** Calls of the current version minus those given back. */
  calls: count,
  /** Month in which they count, YYYY-MM. */
  period: v.string(),
  /** ISO 8601 UTC. */
  updatedAt: v.string(),
});

/** An RFP as stored, without its lanes. */
export interface StoredRfp extends Readonly<v.InferOutput<typeof rfpAttributes>> {
  readonly rfpId: RfpId;
  readonly pricing: PricingTerms;
  readonly counters: RfpCounters;
}

/** RFPs of an organization and mode that await their file or are priced. */
export const MAX_WAITING_RFPS = 20;

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
  readonly at: Date;
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
}

/** The totals and terms of a version that a later one replaced. */
export type EarlierVersion = Pick<
  StoredRfp,
  'version' | 'pricing' | 'termsRevision' | 'marginPercent' | 'counters' | 'calls'
>;

type NewRfp = RfpFields & Pick<StoredRfp, 'rfpId' | 'pricing' | 'lanes' | 'calls' | 'period' | 'uploadUntil'>;

/** An RFP as its creation stores it. With `uploadUntil` it awaits its file. */
export const newStoredRfp = (rfp: NewRfp): StoredRfp => ({
  ...rfp,
  state: rfp.uploadUntil === undefined ? 'open' : 'awaiting_upload',
  version: 1,
  run: rfp.uploadUntil === undefined ? 1 : 0,
  remaining: chunkCount(rfp.lanes),
  termsRevision: 0,
  counters: NO_COUNTERS,
  updatedAt: rfpCreatedAt(rfp.rfpId).toISOString(),
});

/** An RFP as a change stores it, so that the answer can be composed before the write. */
export function changedRfp(rfp: StoredRfp, change: RfpChange): StoredRfp {
  const { at, name, state, margin, terms, counters, version, reservation } = change;
  const changed: StoredRfp = {
    ...rfp,
    ...(name === undefined ? {} : { name }),
    ...(state && { state }),
    ...(margin && { marginPercent: margin.percent }),
    ...(terms && { termsRevision: rfp.termsRevision + 1 }),
    ...(counters && { counters }),
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

/** The moment that lanes are priced for: the start of the contract if it is past, as in rates, or else now. */
export const pricingMoment = (contractStart: UtcDay | undefined, now: Date): Date =>
  contractStart !== undefined && contractStart < utcDay(now) ? new Date(startOfDay(contractStart)) : now;

/** The day of pickup that lanes are priced for: the start of the contract, or the moment of the prices if it is later. */
export function firstPickupDay(contractStart: UtcDay | undefined, asOf: Date): UtcDay {
  const day = utcDay(asOf);
  return contractStart !== undefined && contractStart > day ? contractStart : day;
}

/** Whole days from the moment that lanes are priced for to the day of pickup. */
export const leadDaysOfRun = (pickupDay: UtcDay, asOf: Date): number => daysBetween(utcDay(asOf), pickupDay);

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * What identifies the content of a file of results: results of a version are written once, and each change of margins,
 * exclusions and awards has another revision.
 */
export const resultsContentFields = {
  version: number,
  termsRevision: number,
  /** Whom the file is for. Absent: the caller, with costs, margins and confidence. */
  for: v.exactOptional(v.literal('customer')),
  /** Absent: CSV. */
  format: v.exactOptional(v.literal('xlsx')),
};
const schema = v.object(resultsContentFields);
export type ResultsContent = Readonly<v.InferOutput<typeof schema>>;

/** The parts of a content; a content can be a whole RFP. */
export const resultsContent = (content: ResultsContent): ResultsContent => v.parse(schema, content);
