import type { RecordKind } from './organization-record.ts';

/** Kinds that an export writes, one file each. All other kinds are derived data or internal state. */
export const EXPORTED_KINDS = [
  'organization',
  'key',
  'usage',
  'strategy',
  'quote',
  'imported-quote',
  'customer',
  'organization-profile',
  'contract-rate',
  'contract-rate-version',
  'rfp',
  'rfp-lanes',
  'rfp-results',
  'rfp-terms',
  'rfp-version',
  'chat',
  'mail-settings',
  'webhook',
  'event',
  'delivery',
  'remembered-answer',
  'market-loads',
  'market-sharing',
  'audit-event',
] as const satisfies readonly RecordKind[];
export type ExportedKind = (typeof EXPORTED_KINDS)[number];

export const isExported = (kind: RecordKind): kind is ExportedKind =>
  EXPORTED_KINDS.some((exported) => exported === kind);

/** Reasons why records of a kind are not exported separately. */
export const LEFT_OUT: Readonly<Record<Exclude<RecordKind, ExportedKind>, string>> = {
  'quote-detail': 'part of its quote',
  'quote-share': 'hash of a link that works only in its environment',
  'key-id': 'index of keys by id',
  'key-register': 'ids, scopes and expiries of keys',
  'quote-row': 'list row of a quote, without additional data',
  'quote-count': 'counts of quotes',
  'current-tariff': 'copy of the tariff of the newest pricing strategy',
  'customer-name': 'names of customers, also of deleted ones',
  'rated-customer': 'names of customers of contract rates',
  'contract-lane': 'copies of contract rates by lane',
  'contract-identity': 'external ids of contract rates, and rates of earlier calls',
  'contract-shapes': 'kinds of lanes that contract rates use',
  'contract-count': 'the number of contract rates',
  'rfp-summary': 'part of the results of its lanes',
  'waiting-rfps': 'ids of RFPs that wait for their file or prices',
  'mail-index': 'address of the mail settings, and hashes of the ids of mails that became chats',
  'webhook-count': 'the number of webhooks',
  'attempt-counts': 'counts derived from the attempts of deliveries',
  'request-limit': 'deliveries and calls in progress, and requests of this minute',
  'market-cell': 'counts derived from the loads',
  'market-count': 'counts of loads that prices do not use',
  'unfinished-uploads': 'ids of uploads in progress',
  'market-owner': 'entry in the list of all owners of loads',
};

/** An exported record: plain JSON without secrets. */
export type ExportedRecord = Readonly<Record<string, unknown>>;
