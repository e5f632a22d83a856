import {
  type ReadUploadPorts,
  readRejectedRows,
  readUploadReports,
  type StepShares,
} from '../../market/upload-operations/read-upload-reports.ts';
import { isUploadId } from '../../market/upload-operations/upload-id.ts';
import type { Account } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { rateUploadNotFound } from '../contract-rejections.ts';
import { rateUploadKey } from '../uploads/rate-upload-key.ts';
import { NO_RATES_WRITTEN, rateUploadResultSchema } from '../uploads/rate-upload-result.ts';
import { newRateUploadDocument, type RateUploadAnswer } from './rate-upload-document.ts';

/** The file is read in one step, which takes seconds. */
const SHARES: StepShares = {
  reading: [0, 0],
  importing: [0, 1],
  publishing: [1, 0],
  finished: [1, 0],
  waiting: [0, 0],
};

/** Reads how far an upload is. An upload of another organization or mode is not found. */
export function readRateUploadUseCase(ports: ReadUploadPorts) {
  return async (id: string, caller: Account): Promise<Outcome<RateUploadAnswer>> => {
    if (!isUploadId(id)) return reject(rateUploadNotFound(id));
    const key = rateUploadKey(caller, id);
    const found = await readUploadReports(ports, key, rateUploadResultSchema, SHARES);
    if (found === undefined) return reject(rateUploadNotFound(id));
    const { announced, state, step, progress, reason, error, rows, result } = found;
    const { created, replaced, unchanged, overlaps, warnings } = result?.written ?? NO_RATES_WRITTEN;
    const { columns = null, notes = [] } = result ?? {};
    const { rejectedFile = '' } = result ?? {};
    const rejected = await readRejectedRows(ports, key, id, { rejectedFile });
    const file = rejected.rejectedFile;
    const upload = {
      ...newRateUploadDocument(id, announced),
      ...{ state, progress, reason, error, columns, notes, overlaps, warnings },
      // Imports of rates publish nothing: the last step of the reports is the end of the writing.
      step: step === 'publishing' ? ('importing' as const) : step,
      rows: { read: rows.read, created, replaced, unchanged, rejected: rows.rejected },
      rejected_rows: rejected.rejectedRows,
      rejected_file: file && { url: file.url, expires_at: file.expiresAt },
    };
    return succeed({ upload });
  };
}
