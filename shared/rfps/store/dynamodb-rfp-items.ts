import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { columnReportFields } from '../../sheets/column-fields.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import { type LaneResult, type LaneSummary, type LaneTerms, MAX_REASONS } from '../lanes/lane-result.ts';
import type { ResultsRequest } from '../record/results-requests.ts';
import { COUNTER_NAMES, type CounterName, type RfpCounters } from '../record/rfp-counters.ts';
import { parseRfpId, type RfpId } from '../record/rfp-id.ts';
import { RFP_STATES, rfpStatus } from '../record/rfp-status.ts';
import {
  type EarlierVersion,
  RFP_FAILURE_CODES,
  type RfpTerms,
  type StoredRfp,
} from '../record/stored-rfp.ts';

/** Value of a lane without a reason. */
const NO_REASON = 0xff;

/** By the digit of `states`. */
const OUTCOMES = [undefined, 'won', 'lost'] as const;

/**
 * Terms of lanes by column, up to the last lane with terms. Columns of different values are several times smaller than
 * objects: the terms of 100,000 lanes with random values fit into an item.
 */
interface TermsColumns {
  /** A digit for each lane: 0 to 2 by outcome, and 3 more if the lane is excluded. */
  readonly states: string;
  /** Base64 of 1 byte for each lane, the index in `reasons`; "" if there are none. */
  readonly reasonOf: string;
  readonly reasons: readonly string[];
}

/** The columns of terms by index. There are at most 50 different reasons. */
export function toTermsColumns(terms: ReadonlyMap<number, LaneTerms>): TermsColumns {
  const count = [...terms.keys()].reduce((most, index) => Math.max(most, index + 1), 0);
  const states = new Uint8Array(count);
  const reasonOf = Buffer.alloc(count, NO_REASON);
  const reasons = [...new Set([...terms.values()].flatMap(({ reason }) => reason ?? []))];
  if (reasons.length > MAX_REASONS) throw new Error(`the lanes have ${reasons.length} reasons`);
  const positions = new Map(reasons.map((reason, at) => [reason, at]));
  for (const [index, { excluded, outcome, reason }] of terms) {
    states[index] = OUTCOMES.indexOf(outcome) + (excluded ? OUTCOMES.length : 0);
    if (reason !== undefined) reasonOf[index] = positions.get(reason) ?? NO_REASON;
  }
  return {
    states: states.join(''),
    reasonOf: reasons.length > 0 ? reasonOf.toString('base64') : '',
    reasons,
  };
}

/** The terms of columns, by index. */
export function fromTermsColumns({ states, reasonOf, reasons }: TermsColumns) {
  const reasonAt = Buffer.from(reasonOf, 'base64');
  const terms = new Map<number, LaneTerms>();
  for (let index = 0; index < states.length; index++) {
    const state = Number(states.charAt(index));
    const outcome = OUTCOMES[state % OUTCOMES.length];
    const reason = reasonOf === '' ? undefined : reasons[reasonAt[index] ?? NO_REASON];
    if (state === 0 && reason === undefined) continue;
    terms.set(index, {
      ...(state >= OUTCOMES.length && { excluded: true as const }),
      ...(outcome && { outcome }),
      ...(reason === undefined ? {} : { reason }),
    });
  }
  return terms;
}

/** Brotli quality. Higher ones make an item 10% smaller and take several times as long. */
const QUALITY = 5;

/** Bytes of an item, at most: DynamoDB allows 400 kB with names and keys. */
const MAX_DATA_BYTES = 390_000;

class RfpItemTooLargeError extends Error {
  override readonly name = 'RfpItemTooLargeError';
}

/** @throws RfpItemTooLargeError; the bounds of lanes do not allow it. */
function compress(value: unknown): Uint8Array {
  const data = brotliCompressSync(JSON.stringify(value), {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
  });
  if (data.length > MAX_DATA_BYTES)
    throw new RfpItemTooLargeError(`an item of an RFP has ${data.length} bytes`);
  return data;
}

const dataItem = v.object({ data: v.instance(Uint8Array) });

/** @throws ValiError if the item has no data. */
const decompress = <Value>(item: unknown): Value =>
  JSON.parse(brotliDecompressSync(v.parse(dataItem, item).data).toString());

/** The partition of the heads of an account. */
export const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;

/** Heads of an account are one partition, so that a list is one query. */
export const headKey = (account: Account, rfpId: RfpId) => ({ pk: accountKey(account), sk: rfpId });

/** The ids of the RFPs of an account that wait for their file or prices. */
export const waitingKey = (account: Account) => ({ pk: `${accountKey(account)}#waiting`, sk: 'waiting' });

/** All other items of an RFP. */
export const itemsKey = (account: Account, rfpId: RfpId): string => `${accountKey(account)}#${rfpId}`;

const digits = (value: number): string => String(value).padStart(5, '0');

/** @param name of an item with changed lanes; undefined: the lanes of the creation. */
export const inputKey = (account: Account, rfpId: RfpId, chunk: number, name?: string) => ({
  pk: itemsKey(account, rfpId),
  sk: `input#${digits(chunk)}${name === undefined ? '' : `#${name}`}`,
});
export const resultKey = (account: Account, rfpId: RfpId, version: number, chunk: number) => ({
  pk: itemsKey(account, rfpId),
  sk: `result#${digits(version)}#${digits(chunk)}`,
});
export const summaryKey = (account: Account, rfpId: RfpId, version: number, chunk: number) => ({
  pk: itemsKey(account, rfpId),
  sk: `summary#${digits(version)}#${digits(chunk)}`,
});
/** The key of the summary of a result. */
export const summaryKeyOf = ({ pk, sk }: Readonly<Record<string, unknown>>) => ({
  pk: String(pk),
  sk: String(sk).replace(/^result#/, 'summary#'),
});
export const termsKey = (account: Account, rfpId: RfpId, revision: number) => ({
  pk: itemsKey(account, rfpId),
  sk: `terms#${digits(revision)}`,
});

/** Attribute of a counter. */
export const counterAttribute = (name: CounterName): `n_${CounterName}` => `n_${name}`;

const count = v.pipe(v.number(), v.safeInteger());
const day = v.optional(v.string());

const headSchema = v.object({
  sk: v.custom<RfpId>((value) => parseRfpId(value) !== undefined),
  name: v.string(),
  customer: v.string(),
  customerId: v.optional(v.string()),
  customerReference: v.string(),
  equipment: v.picklist(EQUIPMENT_TYPES),
  requirements: v.array(v.string()),
  quantities: v.optional(v.record(v.string(), v.number())),
  contractStart: day,
  contractEnd: day,
  state: v.picklist(RFP_STATES),
  failure: v.optional(v.object({ code: v.picklist(RFP_FAILURE_CODES), message: v.string() })),
  columns: v.optional(v.array(v.string())),
  columnChoice: v.optional(v.record(v.string(), v.string())),
  sheet: v.optional(v.string()),
  notes: v.optional(v.array(v.string())),
  columnReport: v.optional(columnReportFields),
  uploadUntil: v.optional(v.string()),
  lanes: count,
  version: count,
  run: count,
  remaining: count,
  asOf: v.string(),
  strategyVersion: count,
  termsRevision: count,
  /** The revision whose chunks the run writes; absent: the run writes all chunks. */
  runTerms: v.optional(count),
  marginPercent: v.optional(v.number()),
  calls: count,
  period: v.string(),
  updatedAt: v.string(),
  writtenBy: v.string(),
  resultsRequest: v.optional(
    v.object({
      version: count,
      termsRevision: count,
      for: v.exactOptional(v.literal('customer')),
      format: v.exactOptional(v.literal('xlsx')),
      at: v.string(),
    }),
  ),
  fileBytes: v.optional(count),
  resumedAt: v.optional(v.string()),
  ...v.entriesFromList(COUNTER_NAMES.map(counterAttribute), count),
});

/** A head with what only the store uses. */
export interface Head {
  readonly rfp: StoredRfp;
  /** Identifies the write that created the RFP, or that changed it last. */
  readonly writtenBy: string;
  /** The terms whose chunks the run writes; undefined: it writes all chunks. */
  readonly runTerms: number | undefined;
  /** The latest one. */
  readonly resultsRequest: ResultsRequest | undefined;
  /** Length of the sent file, if it waited while the organization was suspended. */
  readonly fileBytes: number | undefined;
  /** When work that waited was requested again. */
  readonly resumedAt: string | undefined;
}

/** Whether an RFP has chunks without a result, or a file that waits. */
export const hasOpenWork = ({ rfp, fileBytes }: Pick<Head, 'rfp' | 'fileBytes'>): boolean =>
  rfpStatus(rfp) === 'pricing' || (rfp.state === 'awaiting_upload' && fileBytes !== undefined);

/** @throws ValiError if the item is invalid. */
export function readHead(item: unknown): Head {
  const {
    sk: rfpId,
    asOf,
    strategyVersion,
    writtenBy,
    runTerms,
    resultsRequest,
    fileBytes,
    resumedAt,
    ...head
  } = v.parse(headSchema, item);
  const counters = Object.fromEntries(
    COUNTER_NAMES.map((name) => [name, head[counterAttribute(name)]]),
  ) as RfpCounters;
  return {
    rfp: {
      rfpId,
      name: head.name,
      customer: head.customer,
      customerId: head.customerId,
      customerReference: head.customerReference,
      equipment: head.equipment,
      requirements: head.requirements,
      quantities: head.quantities,
      contractStart: head.contractStart,
      contractEnd: head.contractEnd,
      state: head.state,
      failure: head.failure,
      columns: head.columns,
      columnChoice: head.columnChoice,
      sheet: head.sheet,
      notes: head.notes,
      columnReport: head.columnReport,
      uploadUntil: head.uploadUntil,
      lanes: head.lanes,
      version: head.version,
      run: head.run,
      remaining: head.remaining,
      pricing: { asOf, strategyVersion },
      termsRevision: head.termsRevision,
      marginPercent: head.marginPercent,
      counters,
      calls: head.calls,
      period: head.period,
      updatedAt: head.updatedAt,
    },
    writtenBy,
    runTerms,
    resultsRequest,
    fileBytes,
    resumedAt,
  };
}

/** The attributes of a head, except its key. */
export function headAttributes(rfp: StoredRfp): Readonly<Record<string, unknown>> {
  const { rfpId: _, counters, pricing, ...fields } = rfp;
  return {
    ...fields,
    ...pricing,
    ...Object.fromEntries(COUNTER_NAMES.map((name) => [counterAttribute(name), counters[name]])),
  };
}

/** The item of a head. The organization and mode are for readers of the stream. */
export const headItem = (account: Account, { rfp, writtenBy }: Pick<Head, 'rfp' | 'writtenBy'>) => ({
  ...headKey(account, rfp.rfpId),
  orgId: account.orgId,
  mode: account.mode,
  ...headAttributes(rfp),
  writtenBy,
});

export const inputItem = (
  account: Account,
  rfpId: RfpId,
  chunk: number,
  lanes: readonly LaneDraft[],
  name?: string,
) => ({ ...inputKey(account, rfpId, chunk, name), data: compress(lanes) });

/** @throws ValiError if the item is invalid. */
export const readInput = (item: unknown): readonly LaneDraft[] => decompress(item);

const account = v.object({ orgId: v.pipe(v.string(), v.nonEmpty()), mode: v.picklist(KEY_MODES) });

/** A head in the stream of the table. `attributes` in the format of DynamoDB. @throws ValiError if it is invalid. */
export function readHeadImage(attributes: Record<string, AttributeValue>): Head & { account: Account } {
  const item = unmarshall(attributes);
  return { account: v.parse(account, item), ...readHead(item) };
}

interface ChunkOfRun {
  readonly rfpId: RfpId;
  readonly version: number;
  readonly run: number;
  readonly chunk: number;
}

export const resultItem = (
  account: Account,
  { rfpId, version, run, chunk }: ChunkOfRun,
  results: readonly LaneResult[],
) => ({ ...resultKey(account, rfpId, version, chunk), run, data: compress(results) });

/** @throws ValiError if the item is invalid. */
export const readResults = (item: unknown): readonly LaneResult[] => decompress(item);

const ofRun = v.object({ run: count });

/** The run that wrote a result or a summary. @throws ValiError if the item is invalid. */
export const readRun = (item: unknown): number => v.parse(ofRun, item).run;

export const summaryItem = (
  account: Account,
  { rfpId, version, run, chunk }: ChunkOfRun,
  summaries: readonly LaneSummary[],
) => ({ ...summaryKey(account, rfpId, version, chunk), run, data: compress(summaries) });

/** The summaries of a chunk and the run that wrote them. @throws ValiError if the item is invalid. */
export const readSummaries = (item: unknown): { run: number; summaries: readonly LaneSummary[] } => ({
  run: readRun(item),
  summaries: decompress(item),
});

export const versionKey = (account: Account, rfpId: RfpId, version: number) => ({
  pk: itemsKey(account, rfpId),
  sk: `version#${digits(version)}`,
});

/** Prefixes of sort keys, for queries of all items of a kind. */
export const VERSIONS_PREFIX = 'version#';
export const summariesPrefix = (version: number): string => `summary#${digits(version)}#`;

/** The sort key of an item. */
export const sortKeyOf = (item: unknown): string => String(Object(item).sk);

/** The chunk of a result, a summary or lanes, from its sort key. */
export const chunkOfKey = (sk: string): number => Number(sk.replace(/^input#(\d+)#.*$/, '$1').slice(-5));

/** The totals and terms of a version, kept when the next one begins. */
export function versionItem(account: Account, rfp: StoredRfp) {
  const { rfpId, version, pricing, termsRevision, marginPercent, counters, calls } = rfp;
  const kept: EarlierVersion = { version, pricing, termsRevision, marginPercent, counters, calls };
  return { ...versionKey(account, rfpId, version), data: compress(kept) };
}

/** @throws ValiError if the item is invalid. */
export const readVersion = (item: unknown): EarlierVersion => decompress(item);

interface StoredTerms extends TermsColumns, Pick<RfpTerms, 'chunks' | 'corrected'> {
  readonly inputs: readonly (readonly [chunk: number, name: string])[];
}

export function termsItem(account: Account, rfpId: RfpId, revision: number, terms: RfpTerms) {
  const { lanes, inputs, chunks, corrected } = terms;
  const stored: StoredTerms = { chunks, corrected, inputs: [...inputs], ...toTermsColumns(lanes) };
  return { ...termsKey(account, rfpId, revision), data: compress(stored) };
}

/** The terms of revision 0. */
export const NO_TERMS: RfpTerms = { lanes: new Map(), inputs: new Map(), chunks: [], corrected: [] };

/** @throws ValiError if the item is invalid. */
export function readTerms(item: unknown): RfpTerms {
  const { chunks, corrected, inputs, ...columns } = decompress<StoredTerms>(item);
  return { chunks, corrected, inputs: new Map(inputs), lanes: fromTermsColumns(columns) };
}
