import { type ImportOutcome, importInSteps, rejectUpload } from '../../market/uploads/import-in-steps.ts';
import { finished } from '../../market/uploads/step-state.ts';
import { readAnnouncement } from '../../market/uploads/upload-announcement.ts';
import { ownedUpload, readUploadKey } from '../../market/uploads/upload-key.ts';
import type { UploadKind } from '../../market/uploads/upload-kind.ts';
import { REPORT_SUFFIXES } from '../../market/uploads/upload-object-names.ts';
import type { OwnedUpload, Upload } from '../../market/uploads/upload-ports.ts';
import type { UploadErrorCode } from '../../market/uploads/upload-result.ts';
import type { Account } from '../../platform/account/account.ts';
import { CSV_REJECTIONS, FileError } from '../../platform/files/file-error.ts';
import { columnReport } from '../../sheets/understand-table.ts';
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
  const stop = (state: RateUploadState, { fault, code }: UnreadFile) =>
    finished(state, ports.now(), fault, code);

  const read = async (state: RateUploadState): Promise<RateUploadState> => {
    const file = await readOnce();
    if ('fault' in file) return stop(state, file);
    const { table, rows, notes } = file;
    const header = table.columns.map((column) => column.header);
    return { ...state, phase: 'importing', header, columns: columnReport(table), rows, notes: [...notes] };
  };

  const importNext = async (state: RateUploadState): Promise<RateUploadState> => {
    const file = await readOnce();
    if ('fault' in file) {
      return stop(state, { ...file, fault: `${file.fault} Rates that were already imported stay.` });
    }
    const group = file.groups[state.groupsDone];
    if (group !== undefined) return writeGroup(state, file, group);
    if (state.withoutRoom) {
      const fault = `${upload.key}: ${state.withoutRoom} rates have no room: the organization has the maximum of ${MAX_STORED_RATES} contract rates. Delete rates that ended, and send the file again.`;
      return stop(state, { fault, code: 'CONTRACT_RATE_LIMIT_REACHED' });
    }
    const fault = CSV_REJECTIONS.noneUsable(upload.key, `${upload.key}${REPORT_SUFFIXES.rejected}`);
    return importedNothing(state) ? stop(state, { fault }) : finished(state, ports.now());
  };

  return {
    begin: () => newRateUploadState(ports.run, upload.length, ports.now()),
    step: (state) => (state.phase === 'reading' ? read(state) : importNext(state)),
    parse: parseRateUploadState,
    toText: (state) => JSON.stringify(state),
    share: ({ rows, rowsDone }) => rowsDone / Math.max(1, rows),
    importedNothing,
    resultFields: ({ written, notes }) => ({ written, notes }),
  };
}

const importedNothing = ({ written: { created, replaced, unchanged } }: RateUploadState): boolean =>
  created + replaced + unchanged === 0;

/** Why a file is not imported. */
interface UnreadFile {
  readonly fault: string;
  readonly code?: UploadErrorCode;
}

/** Reads the whole file; a run that continues reads it again. */
async function readUpload(
  { objects }: RateUploadPorts,
  { key, tag }: OwnedUpload,
): Promise<FileOfRates | UnreadFile> {
  const found = await objects.read(key);
  if (found?.tag !== tag) return { fault: `${key} was replaced or deleted.` };
  try {
    return await readFileOfRates(found.bytes, await readAnnouncement(objects, key));
  } catch (error) {
    if (error instanceof FileError) return { fault: CSV_REJECTIONS.noCsv(key, error), code: error.code };
    throw error;
  }
}
