import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { objectOf } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import { shownText } from '../../platform/text/bounded-text.ts';
import { columnChoiceOf, sheetField } from '../../sheets/column-fields.ts';
import type { FileKind } from '../../sheets/table.ts';
import { type RowsWritten, tableResultSchema, type WrittenKind } from '../uploads/table-upload-state.ts';
import { accountUploadKey, isUploadId } from '../uploads/upload-key.ts';
import type { AnnouncedKind, UploadRequest } from './announce-upload.ts';
import { type CancelUploadPorts, cancelUnlessEnded } from './cancel-upload.ts';
import { fileNameField } from './load-uploads.ts';
import {
  type ReadUploadPorts,
  readRejectedRows,
  readUploadReports,
  type StepShares,
} from './read-upload-reports.ts';
import { type CreatedTableUpload, newTableUpload, type TableUpload } from './table-upload-document.ts';

/** What is special to the operations on uploads of a kind of table. */
export interface TableUploads<Written extends RowsWritten, More extends object> {
  readonly folder: string;
  /** Code of the error for an unknown upload. */
  readonly notFoundCode: string;
  readonly file: FileKind<string>;
  readonly written: WrittenKind<Written>;
  /** What an upload has besides the fields of all kinds. */
  readonly more: (written: Written) => More;
}

/** The body of an announcement. */
export const tableUploadBody = (file: FileKind<string>) => ({
  file_name: v.exactOptional(v.nullable(fileNameField)),
  columns: v.exactOptional(columnChoiceOf(file)),
  sheet: v.exactOptional(sheetField),
});

/** Reads the body of an announcement, which may be absent. */
function readBody(file: FileKind<string>, body: unknown): Outcome<UploadRequest> {
  const given = body === undefined ? {} : body;
  const fields = tableUploadBody(file);
  const parsed = v.safeParse(objectOf(fields, 'must be a JSON object'), given);
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  if (isRequestObject(given)) rejectUnknownFields(given, fields, '', errors);
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  const { file_name: fileName, columns, sheet } = parsed.output;
  return succeed({ fileName: fileName ?? null, ...(columns && { columns }), ...(sheet && { sheet }) });
}

/** How uploads of a kind are announced. */
export const announcedTables = <Written extends RowsWritten, More extends object>({
  folder,
  file,
  written,
  more,
}: TableUploads<Written, More>): AnnouncedKind<{ upload: CreatedTableUpload & More }> => ({
  keyOf: (account, id) => accountUploadKey(account, folder, id),
  readBody: (body) => readBody(file, body),
  answerOf: (id, _, announced) => ({ upload: { ...newTableUpload(id, announced), ...more(written.none) } }),
  uploadOf: ({ upload }) => ({ id: upload.upload_id, expiresAt: upload.expires_at }),
  withAddress: ({ upload }, { headers, ...put }) => ({
    upload: { ...upload, address: { ...put, headers: { ...headers }, expires_at: upload.expires_at } },
  }),
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

/** @param uploadId as the caller wrote it. */
const notFound = (code: string, uploadId: string): Rejection => {
  const shown = shownText(uploadId, MAX_SHOWN);
  return {
    ...{ kind: 'not-found', code, message: `Upload ${shown} not found. Uploads are removed after 7 days.` },
    details: { upload_id: shown },
  };
};

/** Reads how far an upload is. An upload of another organization or mode is not found. */
export function readTableUploadUseCase<Written extends RowsWritten, More extends object>(
  ports: ReadUploadPorts,
  { folder, notFoundCode, written, more }: TableUploads<Written, More>,
) {
  const resultSchema = tableResultSchema(written);
  return async (id: string, caller: Account): Promise<Outcome<{ upload: TableUpload & More }>> => {
    if (!isUploadId(id)) return reject(notFound(notFoundCode, id));
    const key = accountUploadKey(caller, folder, id);
    const found = await readUploadReports(ports, key, resultSchema, SHARES);
    if (found === undefined) return reject(notFound(notFoundCode, id));
    const { announced, state, step, progress, reason, error, rows, result } = found;
    const done = result?.written ?? written.none;
    const { created, replaced, unchanged, warnings } = done;
    const { columns = null, notes = [], rejectedFile = '' } = result ?? {};
    const rejected = await readRejectedRows(ports, key, id, { rejectedFile });
    const file = rejected.rejectedFile;
    const upload = {
      ...newTableUpload(id, announced),
      ...{ state, progress, reason, error, columns, notes, warnings },
      // Imports of tables publish nothing: the last step of the reports is the end of the writing.
      step: step === 'publishing' ? ('importing' as const) : step,
      rows: { read: rows.read, created, replaced, unchanged, rejected: rows.rejected },
      rejected_rows: rejected.rejectedRows,
      rejected_file: file && { url: file.url, expires_at: file.expiresAt },
      ...more(done),
    };
    return succeed({ upload });
  };
}

/** Cancels an upload of a kind. */
export const cancelTableUploadUseCase = <Written extends RowsWritten, More extends object>(
  ports: CancelUploadPorts,
  kind: TableUploads<Written, More>,
) =>
  cancelUnlessEnded<{ upload: TableUpload & More }>(ports, {
    keyOf: (account, id) => accountUploadKey(account, kind.folder, id),
    read: readTableUploadUseCase(ports, kind),
    stateOf: ({ upload }) => upload.state,
  });
