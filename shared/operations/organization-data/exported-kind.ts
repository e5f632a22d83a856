import type { RecordKind } from './organization-record.ts';

/** What an export writes, a file each; the rest is derived from these or is the service's own book-keeping. */
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

/** Why records of a kind have no line of their own. */
export const LEFT_OUT: Readonly<Record<Exclude<RecordKind, ExportedKind>, string>> = {
  'quote-detail': 'part of its quote',
  'event-part': 'part of its event',
  'receiver-answer': 'part of its delivery',
  'key-id': 'leads to a key by its id',
  'quote-row': 'a list row of a quote, with nothing that the quote has not',
  'quote-count': 'counts of quotes',
  'webhook-count': 'the number of webhooks',
  'places-in-flight': 'places of deliveries that are being sent, and of calls that are running',
  'request-limit': 'how much of the limits of webhook requests is used',
  'parked-mark': 'that deliveries wait for such a place',
  'market-cell': 'counts that follow from its loads',
  'market-owner': 'that it has loads, in a list of all who have',
};

/** A record as its organization may have it: plain JSON, without any secret. */
export type ExportedRecord = Readonly<Record<string, unknown>>;
