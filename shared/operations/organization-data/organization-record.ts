/** Tables that hold anything of an organization, in the order in which an erasure empties them. */
export const ORGANIZATION_TABLES = [
  // First, so that what the erasure itself changes is told to nobody.
  'webhooks',
  'strategies',
  'usage',
  'idempotency',
  'quotes',
  'deliveries',
  'market',
  // Last: by its own record an erasure that was cut off is known.
  'organizations',
] as const;
export type OrganizationTable = (typeof ORGANIZATION_TABLES)[number];

/** What is held of organizations: what they and their callers know, then what the service derives from that. */
export const RECORD_KINDS = [
  'organization',
  'key',
  'usage',
  'strategy',
  'quote',
  'quote-detail',
  'webhook',
  'event',
  'delivery',
  'receiver-answer',
  'remembered-answer',
  'market-loads',
  'market-sharing',
  'key-id',
  'quote-row',
  'quote-count',
  'webhook-count',
  'event-part',
  'places-in-flight',
  'request-limit',
  'parked-mark',
  'market-cell',
  'market-owner',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Where each kind is kept. */
export const TABLE_OF_KIND: Readonly<Record<RecordKind, OrganizationTable>> = {
  organization: 'organizations',
  key: 'organizations',
  'key-id': 'organizations',
  usage: 'usage',
  strategy: 'strategies',
  quote: 'quotes',
  'quote-detail': 'quotes',
  'quote-row': 'quotes',
  'quote-count': 'quotes',
  webhook: 'webhooks',
  'webhook-count': 'webhooks',
  event: 'deliveries',
  'event-part': 'deliveries',
  delivery: 'deliveries',
  'receiver-answer': 'deliveries',
  'places-in-flight': 'deliveries',
  'request-limit': 'deliveries',
  'parked-mark': 'deliveries',
  'remembered-answer': 'idempotency',
  'market-loads': 'market',
  'market-sharing': 'market',
  'market-cell': 'market',
  'market-owner': 'market',
};

/** Entries in rows that all organizations have in common: a deletion would take the others' with them. */
const ENTRIES: readonly RecordKind[] = ['market-sharing', 'market-owner'];

/** Whether a record is a row of its own, which may be deleted. */
export const isOwnRow = (kind: RecordKind): boolean => !ENTRIES.includes(kind);

/** How many records of each kind; none of a kind is left out. */
export type RecordCounts = Readonly<Partial<Record<RecordKind, number>>>;

/** A record of an organization, as its table holds it. */
export interface OrganizationRecord {
  readonly table: OrganizationTable;
  readonly kind: RecordKind;
  readonly key: Readonly<Record<string, string | number>>;
  readonly item: Readonly<Record<string, unknown>>;
}

/** Counts records as they go by. */
export function addToCounts(
  counts: Partial<Record<RecordKind, number>>,
  records: readonly OrganizationRecord[],
): void {
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
}

export const totalOf = (counts: RecordCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
