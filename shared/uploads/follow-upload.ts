import type * as v from 'valibot';
import type { Account } from '../platform/account/account.ts';
import { CsvReader, NO_LIMITS } from '../platform/files/csv-rows.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import type { PresignedPut, PresignedRequests } from '../platform/s3/compose-uploads.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import { objectExists } from './dynamodb-unfinished-uploads.ts';
import { MAX_LISTED_ROWS, type RejectedRow, type UploadState, type UploadStep } from './upload-document.ts';
import { announcedKey, isUploadId, REJECTED_SUFFIX, type UploadFolder } from './upload-key.ts';
import {
  hasEnded,
  type ImportState,
  readRecord,
  type UploadAnnouncement,
  type UploadErrorCode,
  writeRecord,
} from './upload-record.ts';

/** How uploads of a kind are named, read and answered. */
export interface UploadKind<State extends ImportState, Body> {
  /** Of its files, in the folder of an organization and mode. */
  readonly folder: UploadFolder;
  readonly schema: v.GenericSchema<unknown, State>;
  readBody(body: unknown): Outcome<Pick<UploadAnnouncement, 'fileName' | 'columns' | 'sheet'>>;
  notFound(id: string): Rejection;
  /** @param address for the file, of a new upload. */
  answerOf(id: string, account: Account, reports: UploadReports<State>, address?: PresignedPut): Body;
}

export interface UploadReports<State> {
  readonly announced: UploadAnnouncement;
  readonly state: UploadState;
  readonly step: UploadStep | null;
  readonly progress: number;
  readonly reason: string | null;
  readonly error: { readonly code: UploadErrorCode; readonly message: string } | null;
  readonly rows: { readonly read: number; readonly rejected: number };
  readonly rejectedRows: RejectedRow[];
  readonly rejectedFile: { readonly url: string; readonly expiresAt: string } | null;
  /** The import, if it has ended. */
  readonly ended?: State;
}

export interface FollowUploadPorts {
  readonly objects: Pick<ObjectStore, 'keys' | 'read' | 'readPart' | 'write'>;
  readonly signed: Pick<PresignedRequests, 'get'>;
  readonly now: () => Date;
}

/** An announced upload before its file is sent. */
export const awaitingUpload = (announced: UploadAnnouncement): UploadReports<never> => ({
  ...{ announced, state: 'awaiting_upload', step: null, progress: 0, reason: null, error: null },
  ...{ rows: { read: 0, rejected: 0 }, rejectedRows: [], rejectedFile: null },
});

const CANCELLED = 'The upload was cancelled. Rows that were already imported stay.';

/** Reads how far an upload is. An upload of another organization or mode is not found. */
export function readUploadUseCase<State extends ImportState, Body>(
  ports: FollowUploadPorts,
  { folder, schema, notFound, answerOf }: UploadKind<State, Body>,
) {
  const { objects, now } = ports;
  return async (id: string, caller: Account): Promise<Outcome<Body>> => {
    if (!isUploadId(id)) return reject(notFound(id));
    const key = announcedKey(caller, folder, id);
    const { announced, cancelledAt, import: state } = (await readRecord(objects, key, schema)).record;
    if (announced === undefined) return reject(notFound(id));
    const answer = (reports: Partial<UploadReports<State>>) =>
      succeed(answerOf(id, caller, { ...awaitingUpload(announced), ...reports }));

    const rows = { read: state?.rows ?? 0, rejected: state?.rejected ?? 0 };
    const ended = state && hasEnded(state) ? state : undefined;
    const rejectedRows = ended && ended.listed > 0 ? await readRejectedRows(ports, key, id) : {};
    // A cancellation stays, whether or not the import could end its last step.
    if (cancelledAt !== undefined)
      return answer({
        ...{ state: 'cancelled', progress: 1, reason: CANCELLED, rows },
        ...(ended && { ended, ...rejectedRows }),
      });
    if (ended !== undefined) {
      const { reason = null, code = 'FILE_INVALID' } = ended;
      return answer({
        ...{ state: stateOf(ended), progress: 1, reason, rows, ended, ...rejectedRows },
        error: reason === null ? null : { code, message: reason },
      });
    }
    if (state !== undefined) {
      const { phase, waiting, progress } = state;
      return answer({
        ...{ state: 'importing', rows, reason: waiting ?? null },
        ...(waiting === undefined
          ? { step: phase as UploadStep, progress: Number(progress.toFixed(3)) }
          : { step: 'waiting' }),
      });
    }
    if (await objectExists(objects, key)) return answer({ state: 'importing', step: 'queued' });
    return answer(now().toISOString() > announced.expiresAt ? { state: 'expired' } : {});
  };
}

const stateOf = ({ phase }: ImportState): UploadState =>
  phase === 'stopped' ? 'failed' : phase === 'rejected' ? 'rejected' : 'imported';

/**
 * Cancels an upload whose import has not ended, whether or not its file was sent; safe to repeat. A file that is sent later
 * is not imported, and a running import ends before its next step.
 */
export function cancelUploadUseCase<State extends ImportState, Body>(
  ports: FollowUploadPorts,
  kind: UploadKind<State, Body>,
) {
  const { objects, now } = ports;
  const read = readUploadUseCase(ports, kind);
  return async (id: string, caller: Account): Promise<Outcome<Body>> => {
    if (!isUploadId(id)) return reject(kind.notFound(id));
    const key = announcedKey(caller, kind.folder, id);
    for (;;) {
      const { record, tag } = await readRecord(objects, key, kind.schema);
      if (record.announced === undefined || record.cancelledAt !== undefined) return read(id, caller);
      if (record.import && hasEnded(record.import)) return reject(uploadEnded(id, stateOf(record.import)));
      // The import may have gone on meanwhile.
      const cancelled = { ...record, cancelledAt: now().toISOString() };
      if ((await writeRecord(objects, key, cancelled, tag)) !== undefined) return read(id, caller);
    }
  };
}

const uploadEnded = (id: string, state: UploadState): Rejection => ({
  kind: 'conflict',
  code: 'UPLOAD_ENDED',
  message: `Upload ${id} cannot be cancelled, because its import has ended: its state is ${state}. What it imported stays.`,
  details: { upload_id: id },
});

/** How long the list of rejected rows can be downloaded. */
const DOWNLOAD_SECONDS = 900;

/** The first rejected rows of an import that has ended, and where all of them can be downloaded. */
async function readRejectedRows(
  { objects, signed, now }: FollowUploadPorts,
  key: string,
  id: string,
): Promise<Pick<UploadReports<never>, 'rejectedRows' | 'rejectedFile'>> {
  const list = `${key}${REJECTED_SUFFIX}`;
  const expiresAt = new Date(now().getTime() + DOWNLOAD_SECONDS * 1000).toISOString();
  const download = { fileName: `${id}-rejected.csv`, seconds: DOWNLOAD_SECONDS };
  return {
    rejectedRows: await firstRejectedRows(objects, list),
    rejectedFile: { url: await signed.get(list, download), expiresAt },
  };
}

/** Bytes of the list that are read: more than 20 rows, unless their cells are very long. */
const READ_BYTES = 65_536;

/**
 * The first rows of a list of rejected rows, as many as are complete in its beginning.
 * @param key of the list, see `rejectedRowLine`.
 */
export async function firstRejectedRows(
  objects: Pick<ObjectStore, 'readPart'>,
  key: string,
): Promise<RejectedRow[]> {
  const bytes = await objects.readPart(key, undefined, { offset: 0, length: READ_BYTES });
  if (bytes === undefined) return [];
  const rows: RejectedRow[] = [];
  for (const { number, cells } of new CsvReader(1, ',', NO_LIMITS).read(Buffer.from(bytes).toString())) {
    if (number === 1) continue;
    const [line, reason = '', header = '', value = ''] = cells;
    rows.push({ line: Number(line), reason, ...(header && { header }), ...(value && { value }) });
    if (rows.length === MAX_LISTED_ROWS) break;
  }
  return rows;
}
