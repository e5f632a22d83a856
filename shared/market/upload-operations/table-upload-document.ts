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
  rejected_file: v.nullable(v.object({ url: address, expires_at: moment })),
  warnings: rowsWrittenFields.warnings,
});
export type TableUpload = v.InferOutput<typeof tableUpload>;

/** Absent if a stored answer is replayed after the address has expired. */
const addressField = v.exactOptional(v.object({ ...addressEntries, expires_at: moment }));
export type CreatedTableUpload = TableUpload & { readonly address?: v.InferOutput<typeof addressField> };

/** The schemas of a kind of table. @param more fields that other kinds do not have. */
export function tableUploadSchemas<const More extends v.ObjectEntries>(more: More) {
  // Each kind has its own schema of each name.
  const rejectedFile = v.object({ url: address, expires_at: moment });
  const fields = { ...tableUpload.entries, rejected_file: v.nullable(rejectedFile), ...more };
  const upload = v.object(fields);
  const created = v.object({ ...fields, address: addressField });
  return {
    ...{ rejectedFile, upload, created },
    answer: v.object({ upload }),
    createdAnswer: v.object({ upload: created }),
  };
}
