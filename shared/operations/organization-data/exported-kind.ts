import type { RecordKind } from './organization-record.ts';

/** Kinds that an export writes, one file each. All other kinds are derived data or internal state. */
export const EXPORTED_KINDS = [
  'organization',
  'key',
  'usage',
  'strategy',
  'quote',
  'webhook',
  'event',
  'delivery',
  'remembered-answer',
  'market-loads',
  'market-sharing',
] as const satisfies readonly RecordKind[];
export type ExportedKind = (typeof EXPORTED_KINDS)[number];

export const isExported = (kind: RecordKind): kind is ExportedKind =>
  EXPORTED_KINDS.some((exported) => exported === kind);

/** Reasons why records of a kind are not exported separately. */
export const LEFT_OUT: Readonly<Record<Exclude<RecordKind, ExportedKind>, string>> = {
  'quote-detail': 'part of its quote',
  'event-part': 'part of its event',
  'receiver-answer': 'part of its delivery',
  'key-id': 'index of keys by id',
  'quote-row': 'list row of a quote, without additional data',
  'quote-count': 'counts of quotes',
  'webhook-count': 'the number of webhooks',
  'places-in-flight': 'leases of deliveries and calls in progress',
  'request-limit': 'used request limits of webhooks',
  'parked-mark': 'marks that deliveries wait for a lease',
  'market-cell': 'counts derived from the loads',
  'market-owner': 'entry in the list of all owners of loads',
};

/** An exported record: plain JSON without secrets. */
export type ExportedRecord = Readonly<Record<string, unknown>>;
