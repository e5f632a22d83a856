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

/** Kinds of records: first data that organizations see, then data that the service derives from it. */
export const RECORD_KINDS = [
  'organization',
  'key',
  'usage',
  'strategy',
  'quote',
  'quote-detail',
  'quote-share',
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
  'key-id',
  'key-register',
  'quote-row',
  'quote-count',
  'current-tariff',
  'customer-name',
  'rated-customer',
  'contract-lane',
  'contract-identity',
  'contract-shapes',
  'contract-count',
  'rfp-summary',
  'waiting-rfps',
  'mail-index',
  'webhook-count',
  'attempt-counts',
  'request-limit',
  'market-cell',
  'market-count',
  'market-owner',
  'unfinished-uploads',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** The table of each kind. */
export const TABLE_OF_KIND: Readonly<Record<RecordKind, OrganizationTable>> = {
  organization: 'organizations',
  key: 'organizations',
  'key-id': 'organizations',
  'key-register': 'organizations',
  'audit-event': 'audit',
  usage: 'usage',
  strategy: 'strategies',
  'current-tariff': 'strategies',
  quote: 'quotes',
  'quote-detail': 'quotes',
  'quote-share': 'quotes',
  'imported-quote': 'quotes',
  'quote-row': 'quotes',
  'quote-count': 'quotes',
  customer: 'contracts',
  'organization-profile': 'contracts',
  'customer-name': 'contracts',
  'rated-customer': 'contracts',
  'contract-rate': 'contracts',
  'contract-rate-version': 'contracts',
  'contract-lane': 'contracts',
  'contract-identity': 'contracts',
  'contract-shapes': 'contracts',
  'contract-count': 'contracts',
  rfp: 'rfps',
  'rfp-lanes': 'rfps',
  'rfp-results': 'rfps',
  'rfp-terms': 'rfps',
  'rfp-version': 'rfps',
  chat: 'rfps',
  'mail-settings': 'rfps',
  'mail-index': 'rfps',
  'rfp-summary': 'rfps',
  'waiting-rfps': 'rfps',
  webhook: 'webhooks',
  'webhook-count': 'webhooks',
  event: 'deliveries',
  delivery: 'deliveries',
  'attempt-counts': 'deliveries',
  'request-limit': 'deliveries',
  'remembered-answer': 'idempotency',
  'market-loads': 'market',
  'market-sharing': 'market',
  'market-cell': 'market',
  'market-count': 'market',
  'market-owner': 'market',
  'unfinished-uploads': 'market',
};

/** Entries in shared rows: the row must not be deleted, since it has entries of other organizations. */
const ENTRIES: readonly RecordKind[] = ['market-sharing', 'market-owner'];

/** Whether the record is a separate row that may be deleted. */
export const isOwnRow = (kind: RecordKind): boolean => !ENTRIES.includes(kind);

/** Number of records by kind; kinds without records are absent. */
export type RecordCounts = Readonly<Partial<Record<RecordKind, number>>>;

/** A record of an organization as stored in its table. */
export interface OrganizationRecord {
  readonly table: OrganizationTable;
  readonly kind: RecordKind;
  readonly key: Readonly<Record<string, string | number>>;
  readonly item: Readonly<Record<string, unknown>>;
}

/** Adds records to `counts`. */
export function addToCounts(
  counts: Partial<Record<RecordKind, number>>,
  records: readonly OrganizationRecord[],
): void {
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
}

export const totalOf = (counts: RecordCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
