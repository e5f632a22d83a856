import type { ImportOutcome } from '../../market/uploads/import-in-steps.ts';
import { importTableUpload } from '../../market/uploads/import-table-upload.ts';
import type { TableState } from '../../market/uploads/table-upload-state.ts';
import { accountOfUpload } from '../../market/uploads/upload-key.ts';
import { RATES_FOLDER } from '../../market/uploads/upload-object-names.ts';
import type { Upload } from '../../market/uploads/upload-ports.ts';
import { MAX_FILE_BYTES } from '../files/rate-columns.ts';
import { MAX_STORED_RATES } from '../rate/rates-per-call.ts';
import { readFileOfRates } from './file-of-rates.ts';
import { RATES_WRITTEN, type RatesWritten } from './rates-written.ts';
import { type RateUploadPorts, rateGroupWriter } from './write-rate-group.ts';

/** Imports a file of contract rates. Rates that were written are found by their identities, so that none is written twice. */
export async function importRateUpload(
  ports: RateUploadPorts,
  upload: Upload,
): Promise<ImportOutcome<TableState<RatesWritten>>> {
  const account = accountOfUpload(upload.key, RATES_FOLDER);
  if (account === undefined) throw new RangeError(`${upload.key} is not a file of contract rates`);
  return importTableUpload(ports, upload, {
    maxBytes: MAX_FILE_BYTES,
    written: RATES_WRITTEN,
    read: readFileOfRates,
    writeGroup: rateGroupWriter(ports, account),
    faultOf: ({ withoutRoom }, key) =>
      withoutRoom
        ? {
            fault: `${key}: ${withoutRoom} rates have no room: the organization has the maximum of ${MAX_STORED_RATES} contract rates. Delete rates that ended, and send the file again.`,
            code: 'CONTRACT_RATE_LIMIT_REACHED',
          }
        : undefined,
  });
}
