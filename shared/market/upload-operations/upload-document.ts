import * as v from 'valibot';
import { KEY_MODES } from '../../platform/account/account.ts';
import { columnReportFields } from '../../sheets/column-fields.ts';
import { UPLOAD_ERROR_CODES } from '../uploads/upload-result.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());
const address = v.pipe(v.string(), v.url());

export const UPLOAD_STATES = [
  'awaiting_upload',
  'importing',
  'imported',
  'rejected',
  'failed',
  'expired',
  'cancelled',
] as const;

export const UPLOAD_STEPS = ['queued', 'reading', 'importing', 'publishing', 'waiting'] as const;

/** Rejected rows in an answer; the file of rejected rows has all. */
export const MAX_LISTED_ROWS = 20;

const MAX_WARNINGS = 10;

export const MAX_FILE_NAME_LENGTH = 255;

/** Unfinished uploads of an organization and mode: loads, contract rates and past quotes together. */
export const MAX_UNFINISHED_UPLOADS = 5;

export const rejectedRowFields = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  reason: v.string(),
  header: v.exactOptional(v.string()),
  value: v.exactOptional(v.string()),
});

export const uploadErrorFields = v.object({ code: v.picklist(UPLOAD_ERROR_CODES), message: v.string() });

export const rejectedFileFields = v.object({ url: address, expiresAt: moment });

export const addressEntries = {
  url: address,
  method: v.literal('PUT'),
  headers: v.record(v.string(), v.string()),
};

export const uploadFields = v.object({
  id: v.string(),
  mode: v.picklist(KEY_MODES),
  fileName: v.nullable(v.string()),
  state: v.picklist(UPLOAD_STATES),
  createdAt: moment,
  expiresAt: moment,
  step: v.nullable(v.picklist(UPLOAD_STEPS)),
  progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  rows: v.object({ read: count, imported: count, duplicates: count, rejected: count }),
  reason: v.nullable(v.string()),
  warnings: v.pipe(v.array(v.string()), v.maxLength(MAX_WARNINGS)),
  error: v.nullable(uploadErrorFields),
  note: v.nullable(v.string()),
  columns: v.nullable(columnReportFields),
  rejectedRows: v.pipe(v.array(rejectedRowFields), v.maxLength(MAX_LISTED_ROWS)),
  rejectedFile: v.nullable(rejectedFileFields),
});
export type UploadDocument = v.InferOutput<typeof uploadFields>;

export const uploadAnswer = v.object({ status: v.literal('success'), data: uploadFields });

/** `upload` is absent if a stored answer is replayed after the address has expired. */
export const createdUploadFields = v.object({
  ...uploadFields.entries,
  upload: v.exactOptional(v.object({ ...addressEntries, expiresAt: moment })),
});
export const createdUploadAnswer = v.object({ status: v.literal('success'), data: createdUploadFields });
export type CreatedUploadAnswer = v.InferOutput<typeof createdUploadAnswer>;
