import * as v from 'valibot';
import { columnReportFields } from '../../sheets/column-fields.ts';

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

/** Written next to an upload during its import. */
export const uploadProgressSchema = v.object({
  state: v.picklist(['reading', 'importing', 'publishing', 'waiting', 'finished']),
  /** Why it waits. */
  reason: v.optional(v.string()),
  /** Progress of the current phase, 0 to 1; if it waits, of the phase before. */
  share: v.number(),
  rows: count,
  rejected: count,
  startedAt: v.string(),
  /** ETag of the uploaded file. */
  etag: v.string(),
});

/** Written next to every upload at the end. */
export const importResultSchema = v.object({
  /** `rejected`: nothing was imported. `stopped`: a part may have been imported. */
  state: v.picklist(['imported', 'stopped', 'rejected']),
  /** Why the file was not imported, or only in part. */
  reason: v.optional(v.string()),
  /** The reason as a code. Absent without a reason, and in results of an earlier version. */
  code: v.optional(v.picklist(UPLOAD_ERROR_CODES)),
  /** This and the following fields except the ETag are absent if nothing was read. */
  owner: v.optional(v.string()),
  rows: v.optional(count, 0),
  rejected: v.optional(count, 0),
  columns: v.optional(columnReportFields),
  /** Key of the rejected rows; "" if there are none. */
  rejectedFile: v.optional(v.string(), ''),
  /** How many of the rejected rows that file lists, if not all. */
  rejectedRowsInFile: v.optional(count),
  startedAt: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
  etag: v.string(),
});
export type ImportResult = v.InferOutput<typeof importResultSchema>;

/** The result of a file of loads. */
export const uploadResultSchema = v.object({
  ...importResultSchema.entries,
  added: v.optional(count, 0),
  known: v.optional(count, 0),
  /** See `importWarnings`. */
  warnings: v.optional(v.array(v.string()), []),
  /** Why the loads do not change rates yet, if so. */
  note: v.optional(v.string()),
});

export type UploadProgress = v.InferOutput<typeof uploadProgressSchema>;
export type UploadResult = v.InferOutput<typeof uploadResultSchema>;
