import * as v from 'valibot';
import { IMPORTED_ATTRIBUTE } from '../../quotes/store/dynamodb-quote-items.ts';
import {
  IMPORTED_ATTRIBUTE as IMPORTED_RFP,
  readHead,
  readSummaries,
} from '../../rfps/store/dynamodb-rfp-items.ts';
import { keyOf, recordOwnerOf } from './dynamodb-record-owner.ts';
import { type OrganizationRecord, type RecordKind, TABLE_OF_KIND } from './organization-record.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Kinds whose stored items an export contains, so that an import can write them again. Not the others: keys are stored
 * under their hashes, leases and request limits last seconds, and loads of the market are imported from their files.
 */
export const IMPORTED_KINDS = [
  'organization',
  'usage',
  'strategy',
  'current-tariff',
  'quote',
  'quote-detail',
  'imported-quote',
  'quote-row',
  'quote-count',
  'contract-rate',
  'contract-rate-version',
  'contract-lane',
  'contract-identity',
  'contract-shapes',
  'rfp',
  'rfp-lanes',
  'rfp-results',
  'rfp-terms',
  'rfp-version',
  'rfp-summary',
  'webhook',
  'webhook-count',
  'event',
  'event-part',
  'delivery',
  'receiver-answer',
  'parked-mark',
  'remembered-answer',
  'audit-event',
] as const satisfies readonly RecordKind[];

const isImported = (kind: unknown): kind is (typeof IMPORTED_KINDS)[number] =>
  IMPORTED_KINDS.some((imported) => imported === kind);

/** Secrets, resources of API Gateway, and marks of one environment. An import creates new ones, or leaves them out. */
const OMITTED: Readonly<Partial<Record<RecordKind, readonly string[]>>> = {
  organization: [
    ...['gatewayKeyId', 'gatewayKeyValue', 'usagePlanId', 'retiring'],
    ...['erasingSince', 'importing'],
  ],
  webhook: ['secret', 'previousSecret', 'previousUntil'],
  quote: [IMPORTED_ATTRIBUTE],
  rfp: [IMPORTED_RFP],
};

/** Bytes and sets in JSON. No stored attribute has these names. */
const BYTES = '$bytes';
const SET = '$set';

function encoded(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return { [SET]: [...value] };
  if (Array.isArray(value)) return value.map(encoded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, encoded(inner)]));
}

function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, text] = []] = entries;
  if (entries.length === 1 && name === SET) return new Set(text as readonly unknown[]);
  if (entries.length === 1 && name === BYTES) return new Uint8Array(Buffer.from(String(text), 'base64'));
  return Object.fromEntries(entries.map(([each, inner]) => [each, decoded(inner)]));
}

/** The line of a record in an export's file of items; undefined for kinds that are not imported. */
export function toItemLine({ kind, item }: OrganizationRecord): Item | undefined {
  if (!isImported(kind)) return undefined;
  const omitted = OMITTED[kind] ?? [];
  const kept = Object.entries(item).filter(([name]) => !omitted.includes(name));
  return { kind, item: encoded(Object.fromEntries(kept)) };
}

const line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ kind: v.picklist(IMPORTED_KINDS), item: v.record(v.string(), v.unknown()) }),
);

/**
 * Reads a line of the file of items.
 * @returns the record, or why the line is invalid.
 */
export function readItemLine(text: string, orgId: string): OrganizationRecord | string {
  const parsed = v.safeParse(line, text);
  if (!parsed.success) return parsed.issues[0].message;
  const { kind } = parsed.output;
  const item = decoded(parsed.output.item) as Item;
  const table = TABLE_OF_KIND[kind];
  const owner = recordOwnerOf(table, item);
  if (owner?.kind !== kind) return `the item is not of the kind ${kind}`;
  // A receiver's response is found by its delivery, which names the organization.
  if (owner.orgId !== orgId && kind !== 'receiver-answer') return `the item does not belong to ${orgId}`;
  // Quotes and deliveries also name their organization in an attribute, which events use.
  if (item.orgId !== undefined && item.orgId !== orgId)
    return `the item names another organization than ${orgId}`;
  const key = keyOf(table, item);
  const missing = Object.entries(key).find(([, value]) => !['string', 'number'].includes(typeof value));
  if (missing !== undefined) return `the item has no ${missing[0]}`;
  const fault = rfpFault(kind, item);
  return fault ?? { table, kind, key, item };
}

/** Why an item of an RFP, which an import reads before it writes anything, is invalid; undefined if it is not. */
function rfpFault(kind: RecordKind, item: Item): string | undefined {
  try {
    if (kind === 'rfp') readHead(item);
    if (kind === 'rfp-summary') readSummaries(item);
    return undefined;
  } catch (error) {
    return `the item is not a valid ${kind}: ${error instanceof Error ? error.message : error}`;
  }
}
