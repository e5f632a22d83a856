/** Tables with organization data, in the order in which an erasure empties them. */
export const ORGANIZATION_TABLES = [
  // First, so that the erasure itself sends no events.
  'webhooks',
  // Before usage and strategies: without its RFP, a chunk in progress writes nothing and gives back no calls.
  'rfps',
  'contracts',
  'strategies',
  'usage',
  'idempotency',
  'quotes',
  'deliveries',
  'market',
  'audit',
  // Last: the organization record marks an interrupted erasure.
  'organizations',
] as const;
export type OrganizationTable = (typeof ORGANIZATION_TABLES)[number];

/**
 * Kinds of records with their table: first data that organizations see, with the file of an export, then data that the
 * service derives from it, with the reason why it has no file.
 */
const KINDS = {
  organization: { table: 'organizations', file: 'organization.jsonl' },
  key: { table: 'organizations', file: 'keys.jsonl' },
  usage: { table: 'usage', file: 'usage.jsonl' },
  strategy: { table: 'strategies', file: 'strategies.jsonl' },
  quote: { table: 'quotes', file: 'quotes.jsonl' },
  'quote-detail': { table: 'quotes', leftOut: 'part of its quote' },
  'quote-share': { table: 'quotes', leftOut: 'hash of a link that works only in its environment' },
  'imported-quote': { table: 'quotes', file: 'imported-quotes.jsonl' },
  customer: { table: 'contracts', file: 'customers.jsonl' },
  'organization-profile': { table: 'contracts', file: 'organization-profiles.jsonl' },
  'contract-rate': { table: 'contracts', file: 'contract-rates.jsonl' },
  'contract-rate-version': { table: 'contracts', file: 'contract-rate-versions.jsonl' },
  rfp: { table: 'rfps', file: 'rfps.jsonl' },
  'rfp-lanes': { table: 'rfps', file: 'rfp-lanes.jsonl' },
  'rfp-results': { table: 'rfps', file: 'rfp-results.jsonl' },
  'rfp-terms': { table: 'rfps', file: 'rfp-terms.jsonl' },
  'rfp-version': { table: 'rfps', file: 'rfp-versions.jsonl' },
  chat: { table: 'rfps', file: 'chats.jsonl' },
  'mail-settings': { table: 'rfps', file: 'mail-settings.jsonl' },
  webhook: { table: 'webhooks', file: 'webhooks.jsonl' },
  event: { table: 'deliveries', file: 'events.jsonl' },
  delivery: { table: 'deliveries', file: 'deliveries.jsonl' },
  'remembered-answer': { table: 'idempotency', file: 'remembered-answers.jsonl' },
  'market-loads': { table: 'market', file: 'market-loads.jsonl' },
  'market-sharing': { table: 'market', file: 'market-sharing.jsonl' },
  'audit-event': { table: 'audit', file: 'audit-log.jsonl' },
  'key-id': { table: 'organizations', leftOut: 'index of keys by id' },
  'key-register': { table: 'organizations', leftOut: 'ids, scopes and expiries of keys' },
  'quote-row': { table: 'quotes', leftOut: 'list row of a quote, without additional data' },
  'quote-count': { table: 'quotes', leftOut: 'counts of quotes' },
  'current-tariff': { table: 'strategies', leftOut: 'copy of the tariff of the newest pricing strategy' },
  'customer-name': { table: 'contracts', leftOut: 'names of customers, also of deleted ones' },
  'rated-customer': { table: 'contracts', leftOut: 'names of customers of contract rates' },
  'contract-lane': { table: 'contracts', leftOut: 'copies of contract rates by lane' },
  'contract-identity': {
    table: 'contracts',
    leftOut: 'external ids of contract rates, and rates of earlier calls',
  },
  'contract-shapes': { table: 'contracts', leftOut: 'kinds of lanes that contract rates use' },
  'contract-count': { table: 'contracts', leftOut: 'the number of contract rates' },
  'rfp-summary': { table: 'rfps', leftOut: 'part of the results of its lanes' },
  'waiting-rfps': { table: 'rfps', leftOut: 'ids of RFPs that wait for their file or prices' },
  'mail-index': {
    table: 'rfps',
    leftOut: 'address of the mail settings, and hashes of the ids of mails that became chats',
  },
  'webhook-count': { table: 'webhooks', leftOut: 'the number of webhooks' },
  'attempt-counts': { table: 'deliveries', leftOut: 'counts derived from the attempts of deliveries' },
  'request-limit': {
    table: 'deliveries',
    leftOut: 'deliveries and calls in progress, and requests of this minute',
  },
  'market-cell': { table: 'market', leftOut: 'counts derived from the loads' },
  'market-owner': { table: 'market', leftOut: 'entry in the list of all owners of loads' },
  'unfinished-uploads': { table: 'market', leftOut: 'ids of uploads in progress' },
} as const satisfies Record<
  string,
  { readonly table: OrganizationTable } & ({ readonly file: string } | { readonly leftOut: string })
>;
export type RecordKind = keyof typeof KINDS;

export const tableOf = (kind: RecordKind): OrganizationTable => KINDS[kind].table;

/** Kinds that an export writes, one file each. */
export type ExportedKind = {
  [Kind in RecordKind]: (typeof KINDS)[Kind] extends { readonly file: string } ? Kind : never;
}[RecordKind];

export const isExported = (kind: RecordKind): kind is ExportedKind => 'file' in KINDS[kind];

const ALL_KINDS = Object.keys(KINDS) as RecordKind[];
export const EXPORTED_KINDS: readonly ExportedKind[] = ALL_KINDS.filter(isExported);
export const fileOf = (kind: ExportedKind): string => KINDS[kind].file;

/** Why records of the other kinds have no file. */
export const LEFT_OUT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([kind, one]) => ('leftOut' in one ? [[kind, one.leftOut]] : [])),
);

/** An exported record: plain JSON without secrets. */
export type ExportedRecord = Readonly<Record<string, unknown>>;

/** Entries in shared rows: the row must not be deleted, since it has entries of other organizations. */
const ENTRIES: readonly RecordKind[] = ['market-sharing', 'market-owner'];

/** Whether the record is a separate row that may be deleted. */
export const isOwnRow = (kind: RecordKind): boolean => !ENTRIES.includes(kind);

/** Number of records by kind; kinds without records are absent. */
export type RecordCounts = Readonly<Partial<Record<RecordKind, number>>>;

export interface OrganizationRecord {
  readonly table: OrganizationTable;
  readonly kind: RecordKind;
  readonly key: Readonly<Record<string, string | number>>;
  readonly item: Readonly<Record<string, unknown>>;
}

export function addToCounts(
  counts: Partial<Record<RecordKind, number>>,
  records: readonly OrganizationRecord[],
): void {
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
}

export const totalOf = (counts: RecordCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
