import type { Account } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import { keyOfUpload } from '../uploads/upload-announcement.ts';
import { isUploadId } from '../uploads/upload-key.ts';
import { uploadResultSchema } from '../uploads/upload-result.ts';
import {
  type ReadUploadPorts,
  readRejectedRows,
  readUploadReports,
  textForCaller,
} from './read-upload-reports.ts';
import { newUploadDocument, type UploadAnswer } from './upload-document.ts';

export const UPLOAD_NOT_FOUND: Rejection = {
  kind: 'not-found',
  message: 'There is no such upload. Uploads are removed after 7 days.',
};

/** Reads how far an upload is. An upload of another organization or mode is not found. */
export function readUploadStatusUseCase(ports: ReadUploadPorts) {
  return async (id: string, caller: Account): Promise<Outcome<UploadAnswer>> => {
    if (!isUploadId(id)) return reject(UPLOAD_NOT_FOUND);
    const key = keyOfUpload(caller, id);
    const found = await readUploadReports(ports, key, uploadResultSchema);
    if (found === undefined) return reject(UPLOAD_NOT_FOUND);
    const { announced, state, step, progress, reason, error, rows, result } = found;
    const { added = 0, known = 0, warnings = [], columns = null, note, rejectedFile = '' } = result ?? {};
    const data = {
      ...newUploadDocument(id, caller.mode, announced),
      ...{ state, step, progress, reason, error },
      rows: { read: rows.read, imported: added, duplicates: known, rejected: rows.rejected },
      warnings,
      columns,
      note: textForCaller(note, key, announced),
      ...(await readRejectedRows(ports, key, id, { rejectedFile })),
    };
    return succeed({ status: 'success', data });
  };
}
