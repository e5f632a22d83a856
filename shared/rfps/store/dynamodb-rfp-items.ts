import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import type { LaneResult, LaneSummary, LaneTerms } from '../lanes/lane-result.ts';
import { COUNTER_NAMES, type CounterName, type RfpCounters } from '../record/rfp-counters.ts';
import { rfpStatus } from '../record/rfp-status.ts';
import {
  type EarlierVersion,
  parseRfpId,
  type RfpId,
  type RfpTerms,
  resultsContentFields,
  rfpAttributes,
  type StoredRfp,
} from '../record/stored-rfp.ts';

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

/** What the items of an RFP besides its head have, by their kind. */
interface ItemData {
  /** Lanes of a chunk. */
  readonly input: readonly LaneDraft[];
  readonly result: readonly LaneResult[];
  readonly summary: readonly LaneSummary[];
  readonly terms: StoredTerms;
  /** Totals and terms, kept when the next version begins. */
  readonly version: EarlierVersion;
}

/** The item of a kind. @param attributes in addition to the data. */
export const dataItem = <Kind extends keyof ItemData>(
  key: ItemKey<Kind>,
  data: ItemData[Kind],
  attributes: object = {},
) => ({ ...key, ...attributes, data: compress(data) });

const compressed = v.object({ data: v.instance(Uint8Array) });

/** @throws ValiError if the item has no data. */
export const readData = <Kind extends keyof ItemData>(_kind: Kind, item: unknown): ItemData[Kind] =>
  JSON.parse(brotliDecompressSync(v.parse(compressed, item).data).toString());

/** The partition of the heads of an account. */
export const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;

/** Heads of an account are one partition, so that a list is one query. */
export const headKey = (account: Account, rfpId: RfpId) => ({ pk: accountKey(account), sk: rfpId });

/** The ids of the RFPs of an account that wait for their file or prices. */
export const waitingKey = (account: Account) => ({ pk: `${accountKey(account)}#waiting`, sk: 'waiting' });

/** All other items of an RFP. */
export const itemsKey = (account: Account, rfpId: RfpId): string => `${accountKey(account)}#${rfpId}`;

const digits = (value: number): string => String(value).padStart(5, '0');

/** The key of an item of an RFP. The kind is only in its type. */
export type ItemKey<Kind extends keyof ItemData = keyof ItemData> = {
  readonly pk: string;
  readonly sk: string;
  readonly kind?: Kind;
};

/** The first part of sort keys of a kind. @param parts numbers of versions, revisions and chunks, and names. */
export const sortKey = (kind: keyof ItemData, parts: readonly (number | string)[]): string =>
  [kind, ...parts.map((part) => (typeof part === 'number' ? digits(part) : part))].join('#');

const keyOf = <Kind extends keyof ItemData>(
  kind: Kind,
  account: Account,
  rfpId: RfpId,
  ...parts: readonly (number | string)[]
): ItemKey<Kind> => ({ pk: itemsKey(account, rfpId), sk: sortKey(kind, parts) });

/** @param name of an item with changed lanes; undefined: the lanes of the creation. */
export const inputKey = (account: Account, rfpId: RfpId, chunk: number, name?: string) =>
  keyOf('input', account, rfpId, chunk, ...(name === undefined ? [] : [name]));
export const resultKey = (account: Account, rfpId: RfpId, version: number, chunk: number) =>
  keyOf('result', account, rfpId, version, chunk);
export const summaryKey = (account: Account, rfpId: RfpId, version: number, chunk: number) =>
  keyOf('summary', account, rfpId, version, chunk);
export const termsKey = (account: Account, rfpId: RfpId, revision: number) =>
  keyOf('terms', account, rfpId, revision);
export const versionKey = (account: Account, rfpId: RfpId, version: number) =>
  keyOf('version', account, rfpId, version);
/** The key of the summary of a result. */
export const summaryKeyOf = ({ pk, sk }: Readonly<Record<string, unknown>>) => ({
  pk: String(pk),
  sk: String(sk).replace(/^result#/, 'summary#'),
});

/** Attribute of a counter. */
export const counterAttribute = (name: CounterName): `n_${CounterName}` => `n_${name}`;

const count = v.pipe(v.number(), v.safeInteger());

const counterAttributes = v.object({ ...v.entriesFromList(COUNTER_NAMES.map(counterAttribute), count) });

/** Attributes that only the store and the readers of its stream use. */
const storeAttributes = v.object({
  /** Identifies the write that created the RFP, or that changed it last. */
  writtenBy: v.string(),
  /** The revision whose chunks the run writes; absent: the run writes all chunks. */
  runTerms: v.optional(count),
  /** The latest request for a file of results. */
  resultsRequest: v.optional(v.object({ ...resultsContentFields, at: v.string() })),
  /** Length of the sent file, if it waited while the organization was suspended. */
  fileBytes: v.optional(count),
  /** When work that waited was requested again, ISO 8601 UTC. */
  resumedAt: v.optional(v.string()),
});

const identity = v.object({
  sk: v.custom<RfpId>((value) => parseRfpId(value) !== undefined),
  asOf: v.string(),
  strategyVersion: count,
});

/** A head with what only the store uses. */
export interface Head extends Readonly<v.InferOutput<typeof storeAttributes>> {
  readonly rfp: StoredRfp;
}

/** Whether an RFP has chunks without a result, or a file that waits. */
export const hasOpenWork = ({ rfp, fileBytes }: Pick<Head, 'rfp' | 'fileBytes'>): boolean =>
  rfpStatus(rfp) === 'pricing' || (rfp.state === 'awaiting_upload' && fileBytes !== undefined);

/** @throws ValiError if the item is invalid. */
export function readHead(item: unknown): Head {
  const { sk: rfpId, ...pricing } = v.parse(identity, item);
  const attributes = v.parse(counterAttributes, item);
  const counters = Object.fromEntries(
    COUNTER_NAMES.map((name) => [name, attributes[counterAttribute(name)]]),
  ) as RfpCounters;
  return {
    rfp: { ...v.parse(rfpAttributes, item), rfpId, pricing, counters },
    ...v.parse(storeAttributes, item),
  };
}

/**
 * The update of a head that sets attributes, and removes those that are undefined.
 * @param condition with `#name` for the attribute `name`. @param values of the condition.
 */
export function headUpdate(
  account: Account,
  rfpId: RfpId,
  attributes: Readonly<Record<string, unknown>>,
  condition: string,
  values: Readonly<Record<string, unknown>> = {},
) {
  const set = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const removed = Object.keys(attributes).filter((name) => attributes[name] === undefined);
  const UpdateExpression = [
    `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ].join(' ');
  const aliases = `${UpdateExpression} ${condition}`.match(/#\w+/g) ?? [];
  return {
    Key: headKey(account, rfpId),
    UpdateExpression,
    ConditionExpression: condition,
    ExpressionAttributeNames: Object.fromEntries(aliases.map((alias) => [alias, alias.slice(1)])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
      ...values,
    },
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

const account = v.object({ orgId: v.pipe(v.string(), v.nonEmpty()), mode: v.picklist(KEY_MODES) });

/** A head in the stream of the table. `attributes` in the format of DynamoDB. @throws ValiError if it is invalid. */
export function readHeadImage(attributes: Record<string, AttributeValue>): Head & { account: Account } {
  const item = unmarshall(attributes);
  return { account: v.parse(account, item), ...readHead(item) };
}

const ofRun = v.object({ run: count });

/** The run that wrote a result or a summary. @throws ValiError if the item is invalid. */
export const readRun = (item: unknown): number => v.parse(ofRun, item).run;

/** The sort key of an item. */
export const sortKeyOf = (item: unknown): string => String(Object(item).sk);

/** The chunk of a result, a summary or lanes, from its sort key. */
export const chunkOfKey = (sk: string): number => Number(sk.replace(/^input#(\d+)#.*$/, '$1').slice(-5));

export function versionItem(account: Account, rfp: StoredRfp) {
  const { rfpId, version, pricing, termsRevision, marginPercent, counters, calls } = rfp;
  return dataItem(versionKey(account, rfpId, version), {
    ...{ version, pricing, termsRevision, marginPercent, counters, calls },
  });
}

interface StoredTerms extends Pick<RfpTerms, 'chunks' | 'corrected'> {
  readonly inputs: readonly (readonly [chunk: number, name: string])[];
  /** The different terms. */
  readonly kinds: readonly LaneTerms[];
  /** By index of the lane up to the last one with terms: position in `kinds` from 1, or 0. */
  readonly kindOf: readonly number[];
}

/** Each of the different terms once: those of 100,000 lanes with random values fit into an item. */
export function termsItem(account: Account, rfpId: RfpId, revision: number, terms: RfpTerms) {
  const { lanes, inputs, chunks, corrected } = terms;
  const kinds = new Map<string, { readonly terms: LaneTerms; readonly position: number }>();
  const count = [...lanes.keys()].reduce((most, index) => Math.max(most, index + 1), 0);
  const kindOf: number[] = Array(count).fill(0);
  for (const [index, own] of lanes) {
    const text = JSON.stringify(own);
    const { position } = kinds.get(text) ?? { position: kinds.size + 1 };
    kinds.set(text, { terms: own, position });
    kindOf[index] = position;
  }
  const different = [...kinds.values()].map((kind) => kind.terms);
  const stored = { chunks, corrected, inputs: [...inputs], kinds: different, kindOf };
  return dataItem(termsKey(account, rfpId, revision), stored);
}

/** The terms of revision 0. */
export const NO_TERMS: RfpTerms = { lanes: new Map(), inputs: new Map(), chunks: [], corrected: [] };

/** @throws ValiError if the item is invalid. */
export function readTerms(item: unknown): RfpTerms {
  const { chunks, corrected, inputs, kinds, kindOf } = readData('terms', item);
  const lanes = new Map<number, LaneTerms>();
  for (const [index, position] of kindOf.entries()) {
    const terms = kinds[position - 1];
    if (terms) lanes.set(index, terms);
  }
  return { chunks, corrected, inputs: new Map(inputs), lanes };
}
