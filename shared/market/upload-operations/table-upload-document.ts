import * as v from 'valibot';
import { columnReportFields } from '../../sheets/column-fields.ts';
import { rowsWrittenFields } from '../uploads/table-upload-state.ts';
import {
  addressEntries,
  MAX_LISTED_ROWS,
  rejectedRowFields,
  UPLOAD_STATES,
  uploadErrorFields,
} from './upload-document.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());
const address = v.pipe(v.string(), v.url());

export const rejectedTableFile = v.object({ url: address, expires_at: moment });

/** Fields of the upload of a table, in the format of quotes. */
const tableUpload = v.object({
  upload_id: v.string(),
  file_name: v.nullable(v.string()),
  state: v.picklist(UPLOAD_STATES),
  created_at: moment,
  expires_at: moment,
  step: v.nullable(v.picklist(['queued', 'reading', 'importing', 'waiting'])),
  progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  rows: v.object({ read: count, created: count, replaced: count, unchanged: count, rejected: count }),
  reason: v.nullable(v.string()),
  error: v.nullable(uploadErrorFields),
  columns: v.nullable(columnReportFields),
  notes: v.array(v.string()),
  rejected_rows: v.pipe(v.array(rejectedRowFields), v.maxLength(MAX_LISTED_ROWS)),
  rejected_file: v.nullable(rejectedTableFile),
  warnings: rowsWrittenFields.warnings,
});
export type TableUpload = v.InferOutput<typeof tableUpload>;

/** Absent if a stored answer is replayed after the address has expired. */
const addressField = v.exactOptional(v.object({ ...addressEntries, expires_at: moment }));
export type CreatedTableUpload = TableUpload & { readonly address?: v.InferOutput<typeof addressField> };

/** The schemas of a kind of table. @param more fields that other kinds do not have. */
export function tableUploadSchemas<const More extends v.ObjectEntries>(more: More) {
  const fields = { ...tableUpload.entries, ...more };
  const upload = v.object(fields);
  const created = v.object({ ...fields, address: addressField });
  return {
    ...{ upload, created },
    answer: v.object({ upload }),
    createdAnswer: v.object({ upload: created }),
  };
}
