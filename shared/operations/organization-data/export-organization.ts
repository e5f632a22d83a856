import { groupsOf } from '../../platform/concurrency/each-of.ts';
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

/** A record as its organization may have it; undefined for kinds that have no line of their own. */
export type RecordExport = (record: OrganizationRecord) => Promise<ExportedRecord | undefined>;

/** What one file of an export holds. */
export interface ExportedFile {
  readonly file: string;
  readonly records: number;
  readonly bytes: number;
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
}

/** What an export holds: written last, so that an export without it is unfinished. */
export interface ExportManifest {
  readonly format: 'freight-organization-export/1';
  readonly orgId: string;
  /** Where from: "prod", "local". */
  readonly environment: string;
  /** ISO 8601, UTC. Records are as of when each was read, between the two. */
  readonly begunAt: string;
  readonly endedAt: string;
  readonly files: Readonly<Record<ExportedKind, ExportedFile>>;
  /** Everything that was read, by kind. */
  readonly counts: RecordCounts;
  /** Kinds that have no file, and why. */
  readonly leftOut: Readonly<Record<string, string>>;
  readonly withoutSecrets: string;
}

/** Port: where an export goes. */
export interface ExportSink {
  /** Waits while what was written before is on its way: nothing piles up. */
  write(kind: ExportedKind, record: ExportedRecord): Promise<void>;
  /** Closes every file. */
  finish(): Promise<Readonly<Record<ExportedKind, ExportedFile>>>;
  conclude(manifest: ExportManifest): Promise<void>;
}

export interface ExportParts {
  readonly dataStore: Pick<OrganizationDataStore, 'read'>;
  readonly toExported: RecordExport;
  readonly sink: ExportSink;
  readonly now: () => Date;
  readonly environment: string;
  readonly tell: (line: string) => void;
}

/** A record may need others read: the details of a quote, the parts of a payload, up to 6 MB. */
const READ_AT_ONCE = 8;

const WITHOUT_SECRETS =
  'Left out: API keys and their hashes (keys are shown once, when they are made), the value of the gateway key, signing secrets of webhooks; of loads the hashes by which equal rows and contributors are known.';

/** Writes everything of an organization, a page at a time; what it holds of it in memory does not grow. */
export async function exportOrganization(parts: ExportParts, orgId: string): Promise<ExportManifest> {
  const { dataStore, toExported, sink, now, environment, tell } = parts;
  const begunAt = now().toISOString();
  const counts: Partial<Record<RecordKind, number>> = {};
  // The organization first, so that who looks at an unfinished export sees whose it is.
  for (const table of ORGANIZATION_TABLES.toReversed()) {
    let records = 0;
    for await (const page of dataStore.read(table, orgId)) {
      addToCounts(counts, page);
      records += page.length;
      for (const group of groupsOf(page, READ_AT_ONCE)) {
        const exported = await Promise.all(group.map(toExported));
        for (const [index, { kind }] of group.entries()) {
          const line = exported[index];
          if (line !== undefined && isExported(kind)) await sink.write(kind, line);
        }
      }
    }
    tell(`${table}: ${records} records read`);
  }
  const files = await sink.finish();
  const manifest: ExportManifest = {
    format: 'freight-organization-export/1',
    orgId,
    environment,
    begunAt,
    endedAt: now().toISOString(),
    files,
    counts,
    leftOut: LEFT_OUT,
    withoutSecrets: WITHOUT_SECRETS,
  };
  await sink.conclude(manifest);
  return manifest;
}

/** Names the file of each kind: "quotes.jsonl" and so on. */
export const EXPORT_FILES: Readonly<Record<ExportedKind, string>> = {
  organization: 'organization.jsonl',
  key: 'keys.jsonl',
  usage: 'usage.jsonl',
  strategy: 'strategies.jsonl',
  quote: 'quotes.jsonl',
  webhook: 'webhooks.jsonl',
  event: 'events.jsonl',
  delivery: 'deliveries.jsonl',
  'remembered-answer': 'remembered-answers.jsonl',
  'market-loads': 'market-loads.jsonl',
  'market-sharing': 'market-sharing.jsonl',
};

/** Whether each file has as many lines as records of its kind were read. */
export const isComplete = ({ files, counts }: Pick<ExportManifest, 'files' | 'counts'>): boolean =>
  EXPORTED_KINDS.every((kind) => files[kind].records === (counts[kind] ?? 0));
