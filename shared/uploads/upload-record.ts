import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import { columnReportFields } from '../sheets/column-fields.ts';
import { RECORD_SUFFIX, REJECTED_SUFFIX } from './upload-key.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Why an upload failed. IMPORT_CRASHED: the file ended the function twice. IMPORT_EXPIRED: the stored work of an import
 * that waited long has expired.
 */
export const UPLOAD_ERROR_CODES = [
  'FILE_INVALID',
  'COLUMNS_NOT_UNDERSTOOD',
  'FILE_TOO_LARGE',
  'IMPORT_CRASHED',
  'IMPORT_EXPIRED',
  'LOAD_LIMIT_REACHED',
  'CONTRACT_RATE_LIMIT_REACHED',
] as const;
export type UploadErrorCode = (typeof UPLOAD_ERROR_CODES)[number];

const announcement = v.object({
  fileName: v.nullable(v.string()),
  /** ISO 8601 UTC. */
  createdAt: v.string(),
  /** Until when the file can be sent. ISO 8601 UTC. */
  expiresAt: v.string(),
  /** What columns of the file mean, as the caller states it. */
  columns: v.optional(v.record(v.string(), v.string())),
  /** Name of the sheet of a workbook. */
  sheet: v.optional(v.string()),
});
export type UploadAnnouncement = v.InferOutput<typeof announcement>;

/** `stopped`: a part of the rows may be imported. `rejected`: none is. */
const ENDED = ['imported', 'stopped', 'rejected'] as const;

/** How far an import is: all that a run needs to continue where the last one ended. Kinds of files add their own fields. */
export const importFields = {
  /** Id of the write of this state. */
  writtenBy: v.string(),
  /** ETag of the file, and what distinguishes writes of the same key, even of the same bytes. */
  tag: v.string(),
  sequencer: v.string(),
  length: count,
  owner: v.optional(v.string()),
  phase: v.picklist(['reading', 'importing', 'publishing', ...ENDED]),
  /** Why it waits, if it does. */
  waiting: v.optional(v.string()),
  /** Estimated progress of the whole import, 0 to 1. */
  progress: v.number(),
  startedAt: v.string(),
  finishedAt: v.optional(v.string()),
  /** When runs began that have not ended the current step. */
  begun: v.optional(v.array(v.string())),
  /** Header of the file, and how its columns were read. */
  header: v.optional(v.array(v.string())),
  columns: v.optional(columnReportFields),
  rows: count,
  rejected: count,
  /** How many of the rejected rows the list of rejected rows has. */
  listed: count,
  rejectedRows: v.array(v.object({ key: v.string(), length: count })),
  /** Why the file, or the rest of it, was not imported. */
  reason: v.optional(v.string()),
  code: v.optional(v.picklist(UPLOAD_ERROR_CODES)),
};
const importState = v.object(importFields);
export type ImportState = v.InferOutput<typeof importState>;

export const hasEnded = ({ phase }: ImportState): boolean => (ENDED as readonly string[]).includes(phase);

/**
 * The one object next to an upload that says how far it is: announced, cancelled, imported. Each write of it depends on
 * the one before, and it expires and is erased with the upload.
 */
export interface UploadRecord<State extends ImportState = ImportState> {
  /** Absent for files that no caller of the API announced. */
  readonly announced?: UploadAnnouncement | undefined;
  /** ISO 8601 UTC. */
  readonly cancelledAt?: string | undefined;
  readonly import?: State | undefined;
}

const recordSchema = v.object({
  announced: v.optional(announcement),
  cancelledAt: v.optional(v.string()),
  import: v.optional(v.unknown()),
});

export interface StoredRecord<State extends ImportState> {
  readonly record: UploadRecord<State>;
  /** Undefined if none is stored. */
  readonly tag: string | undefined;
}

/** The record of an upload; empty if there is none. A state of an earlier version is left out: the import begins again. */
export async function readRecord<State extends ImportState>(
  objects: Pick<ObjectStore, 'read'>,
  key: string,
  schema: v.GenericSchema<unknown, State>,
): Promise<StoredRecord<State>> {
  const found = await objects.read(`${key}${RECORD_SUFFIX}`);
  if (found === undefined) return { record: {}, tag: undefined };
  const record = v.parse(recordSchema, JSON.parse(Buffer.from(found.bytes).toString()));
  const { success, output } = v.safeParse(schema, record.import);
  return { record: { ...record, import: success ? output : undefined }, tag: found.tag };
}

/** Replaces the record that was read. @returns the new tag; undefined if another write was first. */
export const writeRecord = (
  objects: Pick<ObjectStore, 'write'>,
  key: string,
  record: UploadRecord,
  tag: string | undefined,
): Promise<string | undefined> =>
  objects.write(`${key}${RECORD_SUFFIX}`, Buffer.from(`${JSON.stringify(record)}\n`), { tag });

/** The record of an upload as a run continues it. */
export async function holdRecord<State extends ImportState>(
  objects: Pick<ObjectStore, 'read' | 'write'>,
  key: string,
  schema: v.GenericSchema<unknown, State>,
) {
  let held = await readRecord(objects, key, schema);
  return {
    current: () => held.record,

    /** Whether no other run has replaced the state. */
    isCurrent: async (): Promise<boolean> =>
      (await readRecord(objects, key, schema)).record.import?.writtenBy === held.record.import?.writtenBy,

    /** Stores a state that was made from the held one. @returns false if another run was first: it continues. */
    store: async (state: State): Promise<boolean> => {
      const writtenBy = randomUUID();
      for (;;) {
        const record = { ...held.record, import: { ...state, writtenBy } };
        const tag = await writeRecord(objects, key, record, held.tag);
        const found = tag === undefined ? await readRecord(objects, key, schema) : { record, tag };
        const by = found.record.import?.writtenBy;
        // The response of the write was lost; or the caller cancelled the upload meanwhile, which changes no state.
        const isWritten = by === writtenBy;
        if (!isWritten && (found.tag === undefined || by !== held.record.import?.writtenBy)) return false;
        held = found;
        if (isWritten) return true;
      }
    },
  };
}

/** How messages name a file and its rejected rows. Callers of the API do not know the names of objects. */
export const namesOf = (key: string, announced: UploadAnnouncement | undefined) =>
  announced === undefined
    ? { file: key, list: `${key}${REJECTED_SUFFIX}` }
    : { file: announced.fileName ?? 'The file', list: 'the list of rejected rows' };
