import * as v from 'valibot';
import { boundedText, NO_CONTROL } from '../platform/text/bounded-text.ts';
import { columnReportFields } from '../sheets/column-fields.ts';
import { overlapsField, rowsWrittenFields } from './table-state.ts';
import { UPLOAD_ERROR_CODES } from './upload-record.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());
const address = v.pipe(v.string(), v.url());

const uploadState = v.picklist([
  'awaiting_upload',
  'importing',
  'imported',
  'rejected',
  'failed',
  'expired',
  'cancelled',
]);
export type UploadState = v.InferOutput<typeof uploadState>;
export type UploadStep = 'queued' | 'reading' | 'importing' | 'publishing' | 'waiting';

/** How long a file can be sent. */
export const ADDRESS_SECONDS = 3_600;

/** Rejected rows in an answer; the file of rejected rows has all. */
export const MAX_LISTED_ROWS = 20;

export const MAX_FILE_NAME_LENGTH = 255;

/** Unfinished uploads of an organization and mode: loads, contract rates and past quotes together. */
export const MAX_UNFINISHED_UPLOADS = 5;

const LENGTH = `must be a text of 1 to ${MAX_FILE_NAME_LENGTH} characters`;

/** Name of a file, to recognize its upload. */
export const fileNameField = v.pipe(
  boundedText(MAX_FILE_NAME_LENGTH, LENGTH, (fault) => (fault === 'control' ? NO_CONTROL : LENGTH), {
    minLength: 1,
  }),
  v.minLength(1, LENGTH),
  v.check((name) => name.isWellFormed(), 'must be well-formed Unicode'),
);

const rejectedRow = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  reason: v.string(),
  header: v.exactOptional(v.string()),
  value: v.exactOptional(v.string()),
});
export type RejectedRow = v.InferOutput<typeof rejectedRow>;

export const uploadErrorFields = v.object({ code: v.picklist(UPLOAD_ERROR_CODES), message: v.string() });

/** Fields that uploads of all kinds have, by the names of no format. */
export const uploadParts = {
  count,
  moment,
  state: uploadState,
  step: <const Steps extends readonly UploadStep[]>(steps: Steps) => v.nullable(v.picklist(steps)),
  progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  text: v.nullable(v.string()),
  error: v.nullable(uploadErrorFields),
  columns: v.nullable(columnReportFields),
  rejectedRows: v.pipe(v.array(rejectedRow), v.maxLength(MAX_LISTED_ROWS)),
  url: address,
  address: { url: address, method: v.literal('PUT'), headers: v.record(v.string(), v.string()) },
};
const of = uploadParts;

export const rejectedTableFile = v.object({ url: of.url, expires_at: moment });

const tableFields = {
  upload_id: v.string(),
  file_name: of.text,
  state: of.state,
  created_at: moment,
  expires_at: moment,
  step: of.step(['queued', 'reading', 'importing', 'waiting']),
  progress: of.progress,
  rows: v.object({ read: count, created: count, replaced: count, unchanged: count, rejected: count }),
  reason: of.text,
  error: of.error,
  columns: of.columns,
  notes: v.array(v.string()),
  rejected_rows: of.rejectedRows,
  rejected_file: v.nullable(rejectedTableFile),
  warnings: rowsWrittenFields.warnings,
};
/** Absent if a stored answer is replayed after the address has expired. */
const addressField = v.exactOptional(v.object({ ...of.address, expires_at: moment }));

/** The schemas of uploads of a table, in the format of quotes. */
const tableSchemas = <const More extends v.ObjectEntries>(more: More) => ({
  upload: v.object({ ...tableFields, ...more }),
  created: v.object({ ...tableFields, ...more, address: addressField }),
});
export const TABLE_SCHEMAS = tableSchemas({});
export const RATE_TABLE_SCHEMAS = tableSchemas({ overlaps: overlapsField });

/** An upload of a table, with its address if it is new. */
export type TableUpload = v.InferOutput<typeof TABLE_SCHEMAS.created> & {
  readonly overlaps?: v.InferOutput<typeof overlapsField> | undefined;
};
