import * as v from 'valibot';
import { objectOf } from '../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../platform/http/invalid-parameters.ts';
import { reject, succeed } from '../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../platform/http/request-fields.ts';
import { shownText } from '../platform/text/bounded-text.ts';
import { columnChoiceOf, sheetField } from '../sheets/column-fields.ts';
import type { FileKind } from '../sheets/table.ts';
import type { UploadKind } from './follow-upload.ts';
import { NONE_WRITTEN, type RowsWritten, type TableState, tableState } from './table-state.ts';
import { fileNameField, type TableUpload } from './upload-document.ts';
import type { UploadFolder } from './upload-key.ts';

/** What is special to the operations on uploads of a kind of table. */
interface TableUploads {
  readonly folder: UploadFolder;
  readonly notFoundCode: string;
  readonly file: FileKind<string>;
  /** What an import has written before it ends. */
  readonly none?: RowsWritten;
}

export const tableUploadBody = (file: FileKind<string>) => ({
  file_name: v.exactOptional(v.nullable(fileNameField)),
  columns: v.exactOptional(columnChoiceOf(file)),
  sheet: v.exactOptional(sheetField),
});

const MAX_SHOWN = 100;

/** The operations on uploads of a kind of table. */
export const tableUploads = ({
  folder,
  notFoundCode,
  file,
  none = NONE_WRITTEN,
}: TableUploads): UploadKind<TableState, { upload: TableUpload }> => ({
  folder,
  schema: tableState,
  /** The body may be absent. */
  readBody: (body) => {
    const given = body === undefined ? {} : body;
    const fields = tableUploadBody(file);
    const parsed = v.safeParse(objectOf(fields, 'must be a JSON object'), given);
    const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
    if (isRequestObject(given)) rejectUnknownFields(given, fields, '', errors);
    if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
    const { file_name: fileName, columns, sheet } = parsed.output;
    return succeed({ fileName: fileName ?? null, ...(columns && { columns }), ...(sheet && { sheet }) });
  },
  notFound: (id) => {
    const shown = shownText(id, MAX_SHOWN);
    const message = `Upload ${shown} not found. Uploads are removed after 7 days.`;
    return { kind: 'not-found', code: notFoundCode, message, details: { upload_id: shown } };
  },
  answerOf: (
    id,
    _,
    { announced, state, step, progress, reason, error, rows, ended, ...rejected },
    address,
  ) => {
    const { columns = null, notes = [], written } = ended ?? {};
    const { created, replaced, unchanged, ...more } = { ...none, ...written };
    const { rejectedRows, rejectedFile: list } = rejected;
    const { fileName, createdAt, expiresAt } = announced;
    return {
      upload: {
        ...{ upload_id: id, file_name: fileName, state, created_at: createdAt, expires_at: expiresAt },
        // Imports of tables publish nothing.
        step: step === 'publishing' ? null : step,
        ...{ progress, reason, error, columns, notes, ...more },
        rows: { read: rows.read, created, replaced, unchanged, rejected: rows.rejected },
        rejected_rows: rejectedRows,
        rejected_file: list && { url: list.url, expires_at: list.expiresAt },
        ...(address && { address: { ...address, expires_at: expiresAt } }),
      },
    };
  },
});
