import * as v from 'valibot';
import { objectOf } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { reject, succeed } from '../../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import { shownText } from '../../platform/text/bounded-text.ts';
import { columnChoiceOf, sheetField } from '../../sheets/column-fields.ts';
import type { FileKind } from '../../sheets/table.ts';
import { type RowsWritten, tableResultSchema, type WrittenKind } from '../uploads/table-upload-state.ts';
import type { StepShares, UploadKind } from './follow-upload.ts';
import { fileNameField } from './load-uploads.ts';
import type { CreatedTableUpload } from './table-upload-document.ts';

/** What is special to the operations on uploads of a kind of table. */
export interface TableUploads<Written extends RowsWritten, More extends object> {
  readonly folder: string;
  readonly notFoundCode: string;
  readonly file: FileKind<string>;
  readonly written: WrittenKind<Written>;
  /** What an upload has besides the fields of all kinds. */
  readonly more: (written: Written) => More;
}

export const tableUploadBody = (file: FileKind<string>) => ({
  file_name: v.exactOptional(v.nullable(fileNameField)),
  columns: v.exactOptional(columnChoiceOf(file)),
  sheet: v.exactOptional(sheetField),
});

/** The file is read in one step, which takes seconds. */
const SHARES: StepShares = {
  reading: [0, 0],
  importing: [0, 1],
  publishing: [1, 0],
  finished: [1, 0],
  waiting: [0, 0],
};

const MAX_SHOWN = 100;

/** The operations on uploads of a kind of table. */
export function tableUploads<Written extends RowsWritten, More extends object>({
  folder,
  notFoundCode,
  file,
  written,
  more,
}: TableUploads<Written, More>): UploadKind<
  { upload: CreatedTableUpload & More },
  v.InferOutput<ReturnType<typeof tableResultSchema<Written>>>
> {
  return {
    folder,
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
    resultSchema: tableResultSchema(written),
    shares: SHARES,
    notFound: (id) => {
      const shown = shownText(id, MAX_SHOWN);
      const message = `Upload ${shown} not found. Uploads are removed after 7 days.`;
      return { kind: 'not-found', code: notFoundCode, message, details: { upload_id: shown } };
    },
    answerOf: (id, _, { announced, state, step, progress, reason, error, rows, result, ...rejected }) => {
      const done = result?.written ?? written.none;
      const { created, replaced, unchanged, warnings } = done;
      const { columns = null, notes = [] } = result ?? {};
      const { rejectedRows, rejectedFile: list } = rejected;
      const upload = {
        ...{ upload_id: id, file_name: announced.fileName, state },
        ...{ created_at: announced.createdAt, expires_at: announced.expiresAt },
        // Imports of tables publish nothing: the last step of the reports is the end of the writing.
        step: step === 'publishing' ? ('importing' as const) : step,
        ...{ progress, reason, error, columns, notes, warnings },
        rows: { read: rows.read, created, replaced, unchanged, rejected: rows.rejected },
        rejected_rows: rejectedRows,
        rejected_file: list && { url: list.url, expires_at: list.expiresAt },
        ...more(done),
      };
      return { upload };
    },
    uploadOf: ({ upload }) => ({ id: upload.upload_id, expiresAt: upload.expires_at }),
    withAddress: ({ upload }, address) => ({
      upload: { ...upload, address: { ...address, expires_at: upload.expires_at } },
    }),
  };
}
