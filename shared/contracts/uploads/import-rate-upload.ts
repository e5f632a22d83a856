import { type ImportOutcome, importInSteps, rejectUpload } from '../../market/uploads/import-in-steps.ts';
import { finished } from '../../market/uploads/step-state.ts';
import { ownedUpload, readUploadKey } from '../../market/uploads/upload-key.ts';
import type { UploadKind } from '../../market/uploads/upload-kind.ts';
import { REPORT_SUFFIXES } from '../../market/uploads/upload-object-names.ts';
import type { OwnedUpload, Upload } from '../../market/uploads/upload-ports.ts';
import type { Account } from '../../platform/account/account.ts';
import { CSV_REJECTIONS } from '../../platform/files/csv-rejections.ts';
import { CsvError } from '../../platform/files/csv-rows.ts';
import { isNotUtf8 } from '../../platform/files/utf8.ts';
import { MAX_FILE_BYTES } from '../files/read-rate-file.ts';
import { MAX_STORED_RATES } from '../rate/rates-per-call.ts';
import { type FileOfRates, readFileOfRates } from './file-of-rates.ts';
import { accountOfRateUpload } from './rate-upload-key.ts';
import { newRateUploadState, parseRateUploadState, type RateUploadState } from './rate-upload-state.ts';
import { type RateUploadPorts, rateGroupWriter } from './write-rate-group.ts';

/**
 * Imports a file of contract rates as far as time allows: a step reads the file, and each further step writes a group of
 * its rows. A repeated step finds the rates that were written by their identities, so that no rate is written twice.
 */
export async function importRateUpload(
  ports: RateUploadPorts,
  upload: Upload,
): Promise<ImportOutcome<RateUploadState>> {
  const { key, length } = upload;
  const named = readUploadKey(key);
  const account = accountOfRateUpload(key);
  if ('fault' in named) return rejectUpload(ports, upload, named.fault, 'FILE_INVALID');
  if (account === undefined) throw new RangeError(`${key} is not a file of contract rates`);
  if (length > MAX_FILE_BYTES) {
    const reason = `${key} has ${length} bytes; the maximum is ${MAX_FILE_BYTES}. Split the file.`;
    return rejectUpload(ports, upload, reason, 'FILE_TOO_LARGE');
  }
  const owned = ownedUpload(upload, named);
  return importInSteps(ports, owned, named, ratesKind(ports, owned, account));
}

function ratesKind(
  ports: RateUploadPorts,
  upload: OwnedUpload,
  account: Account,
): UploadKind<RateUploadState> {
  const writeGroup = rateGroupWriter(ports, upload, account);
  let reading: ReturnType<typeof readUpload> | undefined;
  const readOnce = () => {
    reading ??= readUpload(ports, upload);
    return reading;
  };
  const stop = (state: RateUploadState, reason: string) => finished(state, ports.now(), reason);

  const read = async (state: RateUploadState): Promise<RateUploadState> => {
    const file = await readOnce();
    if ('fault' in file) return stop(state, file.fault);
    return { ...state, phase: 'importing', header: [...file.header], rows: file.rows };
  };

  const importNext = async (state: RateUploadState): Promise<RateUploadState> => {
    const file = await readOnce();
    if ('fault' in file) return stop(state, `${file.fault} Rates that were already imported stay.`);
    const group = file.groups[state.groupsDone];
    if (group !== undefined) return writeGroup(state, file, group);
    if (state.withoutRoom) {
      const reason = `${upload.key}: ${state.withoutRoom} rates have no room: the organization has the maximum of ${MAX_STORED_RATES} contract rates. Delete rates that ended, and send the file again.`;
      return finished(state, ports.now(), reason, 'CONTRACT_RATE_LIMIT_REACHED');
    }
    const rejection = CSV_REJECTIONS.noneUsable(upload.key, `${upload.key}${REPORT_SUFFIXES.rejected}`);
    return importedNothing(state) ? stop(state, rejection) : finished(state, ports.now());
  };

  return {
    begin: () => newRateUploadState(ports.run, upload.length, ports.now()),
    step: (state) => (state.phase === 'reading' ? read(state) : importNext(state)),
    parse: parseRateUploadState,
    toText: (state) => JSON.stringify(state),
    share: ({ rows, rowsDone }) => rowsDone / Math.max(1, rows),
    importedNothing,
    resultFields: ({ written }) => ({ written }),
  };
}

const importedNothing = ({ written: { created, replaced, unchanged } }: RateUploadState): boolean =>
  created + replaced + unchanged === 0;

/** Reads the whole file; a run that continues reads it again. */
async function readUpload(
  { objects }: RateUploadPorts,
  { key, tag }: OwnedUpload,
): Promise<FileOfRates | { readonly fault: string }> {
  const found = await objects.read(key);
  if (found?.tag !== tag) return { fault: `${key} was replaced or deleted.` };
  try {
    return readFileOfRates(found.bytes);
  } catch (error) {
    if (error instanceof CsvError) return { fault: CSV_REJECTIONS.noCsv(key, error) };
    if (isNotUtf8(error)) return { fault: CSV_REJECTIONS.notUtf8(key) };
    throw error;
  }
}
