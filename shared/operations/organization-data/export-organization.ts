import { chunk } from '../../platform/collections/chunk.ts';
import {
  EXPORTED_KINDS,
  type ExportedKind,
  type ExportedRecord,
  isExported,
  LEFT_OUT,
} from './exported-kind.ts';
import type { OrganizationDataStore } from './organization-data-store.ts';
import {
  addToCounts,
  ORGANIZATION_TABLES,
  type OrganizationRecord,
  type RecordCounts,
  type RecordKind,
} from './organization-record.ts';

/** Converts a record for the export; undefined for kinds that are not exported separately. */
export type RecordExport = (record: OrganizationRecord) => Promise<ExportedRecord | undefined>;

export const EXPORT_FORMAT = 'freight-organization-export/1';

/** Contents of an export. Written last: an export without a manifest is incomplete. */
export interface ExportManifest {
  readonly format: typeof EXPORT_FORMAT;
  readonly orgId: string;
  /** Source: "prod", "local". */
  readonly environment: string;
  /** ISO 8601, UTC. Each record was read between begunAt and endedAt. */
  readonly begunAt: string;
  readonly endedAt: string;
  readonly files: Readonly<Record<ExportedKind, { readonly file: string; readonly records: number }>>;
  /** Number of records read, by kind. */
  readonly counts: RecordCounts;
  /** Kinds without a file, with the reason. */
  readonly leftOut: Readonly<Record<string, string>>;
  readonly withoutSecrets: string;
}

/** Port: destination of an export. */
export interface ExportSink {
  /** Resolves when more can be written (backpressure). */
  write(file: ExportedKind, record: ExportedRecord): Promise<void>;
  /** Closes every file. @returns the number of records in each. */
  finish(): Promise<Readonly<Record<ExportedKind, number>>>;
  conclude(manifest: ExportManifest): Promise<void>;
}

export interface ExportParts {
  readonly dataStore: Pick<OrganizationDataStore, 'read'>;
  readonly toExported: RecordExport;
  readonly sink: ExportSink;
  readonly now: () => Date;
  readonly environment: string;
  readonly notify: (line: string) => void;
}

/** Concurrent conversions. One can read further records, such as the parts of a payload (up to 6 MB). */
const READ_AT_ONCE = 8;

const WITHOUT_SECRETS =
  'Not exported: API keys and their hashes, the value of the gateway key, signing secrets of webhooks, and hashes of rows and contributors of loads.';

/** Exports all records of an organization page by page, in bounded memory. */
export async function exportOrganization(parts: ExportParts, orgId: string): Promise<ExportManifest> {
  const { dataStore, toExported, sink, now, environment, notify } = parts;
  const begunAt = now().toISOString();
  const counts: Partial<Record<RecordKind, number>> = {};
  // The organization first, so that an incomplete export identifies its organization.
  for (const table of ORGANIZATION_TABLES.toReversed()) {
    let records = 0;
    for await (const page of dataStore.read(table, orgId)) {
      addToCounts(counts, page);
      records += page.length;
      for (const group of chunk(page, READ_AT_ONCE)) {
        const exported = await Promise.all(group.map(toExported));
        for (const [index, record] of group.entries()) {
          const line = exported[index];
          if (line !== undefined && isExported(record.kind)) await sink.write(record.kind, line);
        }
      }
    }
    notify(`${table}: ${records} records read`);
  }
  const written = await sink.finish();
  const files = EXPORTED_KINDS.map((kind) => [kind, { file: EXPORT_FILES[kind], records: written[kind] }]);
  const manifest: ExportManifest = {
    format: EXPORT_FORMAT,
    orgId,
    environment,
    begunAt,
    endedAt: now().toISOString(),
    files: Object.fromEntries(files),
    counts,
    leftOut: LEFT_OUT,
    withoutSecrets: WITHOUT_SECRETS,
  };
  await sink.conclude(manifest);
  return manifest;
}

/** Name of each file. */
export const EXPORT_FILES: Readonly<Record<ExportedKind, string>> = {
  organization: 'organization.jsonl',
  key: 'keys.jsonl',
  usage: 'usage.jsonl',
  strategy: 'strategies.jsonl',
  quote: 'quotes.jsonl',
  'imported-quote': 'imported-quotes.jsonl',
  customer: 'customers.jsonl',
  'organization-profile': 'organization-profiles.jsonl',
  'contract-rate': 'contract-rates.jsonl',
  'contract-rate-version': 'contract-rate-versions.jsonl',
  rfp: 'rfps.jsonl',
  'rfp-lanes': 'rfp-lanes.jsonl',
  'rfp-results': 'rfp-results.jsonl',
  'rfp-terms': 'rfp-terms.jsonl',
  'rfp-version': 'rfp-versions.jsonl',
  chat: 'chats.jsonl',
  'mail-settings': 'mail-settings.jsonl',
  webhook: 'webhooks.jsonl',
  event: 'events.jsonl',
  delivery: 'deliveries.jsonl',
  'remembered-answer': 'remembered-answers.jsonl',
  'market-loads': 'market-loads.jsonl',
  'market-sharing': 'market-sharing.jsonl',
  'audit-event': 'audit-log.jsonl',
};

/** Whether each file has as many lines as records of its kind were counted. */
export const isComplete = ({ files, counts }: Pick<ExportManifest, 'files' | 'counts'>): boolean =>
  EXPORTED_KINDS.every((kind) => files[kind].records === (counts[kind] ?? 0));
