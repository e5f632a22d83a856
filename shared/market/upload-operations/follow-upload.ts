import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { CsvReader, NO_LIMITS } from '../../platform/files/csv-rows.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import type { PresignedPut, PresignedRequests } from '../../platform/s3/compose-uploads.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { cancelUpload, readAnnouncement, type UploadAnnouncement } from '../uploads/upload-announcement.ts';
import { accountUploadKey, isUploadId } from '../uploads/upload-key.ts';
import { ANNOUNCEMENT_SUFFIX, CANCELLATION_SUFFIX, REPORT_SUFFIXES } from '../uploads/upload-object-names.ts';
import { type ImportResult, type UploadProgress, uploadProgressSchema } from '../uploads/upload-result.ts';
import { MAX_LISTED_ROWS, type UploadDocument } from './upload-document.ts';

/** How uploads of a kind are named, read and answered. */
export interface UploadKind<Answer, Result extends ImportResult = ImportResult> {
  /** Of its files, in the folder of an organization and mode. */
  readonly folder: string;
  readBody(body: unknown): Outcome<Pick<UploadAnnouncement, 'fileName' | 'columns' | 'sheet'>>;
  readonly resultSchema: v.GenericSchema<unknown, Result>;
  readonly shares: StepShares;
  notFound(id: string): Rejection;
  answerOf(id: string, account: Account, reports: UploadReports<Result>): Answer;
  uploadOf(answer: Answer): { readonly id: string; readonly expiresAt: string };
  /** An announcement's answer with the address for the file. */
  withAddress(answer: Answer, address: PresignedPut & { readonly headers: Record<string, string> }): Answer;
}

export interface UploadReports<Result extends ImportResult = ImportResult>
  extends Pick<
    UploadDocument,
    'state' | 'step' | 'progress' | 'reason' | 'error' | 'rejectedRows' | 'rejectedFile'
  > {
  readonly announced: UploadAnnouncement;
  readonly rows: { readonly read: number; readonly rejected: number };
  /** Present when the import has ended. */
  readonly result?: Result;
}

/** Share of the whole import at the beginning of a step, and of the step itself. */
export type StepShares = Readonly<Record<UploadProgress['state'], readonly [start: number, part: number]>>;

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

/** Reads how far an upload is. An upload of another organization or mode is not found. */
export function readUploadUseCase<Answer, Result extends ImportResult>(
  ports: FollowUploadPorts,
  kind: UploadKind<Answer, Result>,
) {
  return async (id: string, caller: Account): Promise<Outcome<Answer>> => {
    const reports = isUploadId(id)
      ? await readReports(ports, accountUploadKey(caller, kind.folder, id), id, kind)
      : undefined;
    return reports === undefined ? reject(kind.notFound(id)) : succeed(kind.answerOf(id, caller, reports));
  };
}

/**
 * Cancels an upload without a result, whether or not its file was sent; safe to repeat. A file that is sent later is not
 * imported, and a running import ends before its next step.
 */
export function cancelUploadUseCase<Answer, Result extends ImportResult>(
  ports: FollowUploadPorts,
  kind: UploadKind<Answer, Result>,
) {
  return async (id: string, caller: Account): Promise<Outcome<Answer>> => {
    const key = accountUploadKey(caller, kind.folder, id);
    const before = isUploadId(id) ? await readReports(ports, key, id, kind) : undefined;
    if (before === undefined) return reject(kind.notFound(id));
    if (ENDED.includes(before.state)) return reject(uploadEnded(id, before.state));
    await cancelUpload(ports.objects, key, ports.now());
    return readUploadUseCase(ports, kind)(id, caller);
  };
}

const ENDED: readonly UploadReports['state'][] = ['imported', 'rejected', 'failed'];

const uploadEnded = (id: string, state: UploadReports['state']): Rejection => ({
  kind: 'conflict',
  code: 'UPLOAD_ENDED',
  message: `Upload ${id} cannot be cancelled, because its import has ended: its state is ${state}. What it imported stays.`,
  details: { upload_id: id },
});

/** Undefined if there is no such upload. */
async function readReports<Result extends ImportResult>(
  ports: FollowUploadPorts,
  key: string,
  id: string,
  { resultSchema, shares }: Pick<UploadKind<unknown, Result>, 'resultSchema' | 'shares'>,
): Promise<UploadReports<Result> | undefined> {
  const { objects, now } = ports;
  // One request shows which objects exist; it needs no right to read the file.
  const existing = new Set<string>();
  for await (const page of objects.keys(key)) for (const found of page) existing.add(found);
  const announced = existing.has(`${key}${ANNOUNCEMENT_SUFFIX}`)
    ? await readAnnouncement(objects, key)
    : undefined;
  if (announced === undefined) return undefined;
  const report = async <Output>(suffix: string, schema: v.GenericSchema<unknown, Output>) => {
    const found = existing.has(`${key}${suffix}`) ? await objects.read(`${key}${suffix}`) : undefined;
    return found && v.parse(schema, JSON.parse(Buffer.from(found.bytes).toString()));
  };
  const before = awaitingUpload(announced);
  const result = await report(REPORT_SUFFIXES.result, resultSchema);
  // A cancellation stays, whether or not the import could end its last step.
  const isCancelled = existing.has(`${key}${CANCELLATION_SUFFIX}`);
  if (result !== undefined) {
    const { rows, rejected, rejectedFile, code = 'FILE_INVALID' } = result;
    const state = isCancelled ? 'cancelled' : STATES[result.state];
    const reason = textForCaller(result.reason, key, announced);
    const hasFailed = state === 'rejected' || state === 'failed';
    return {
      ...{ ...before, state, progress: 1, result },
      reason: isCancelled ? CANCELLED : reason,
      error: hasFailed ? { code, message: reason ?? '' } : null,
      rows: { read: rows, rejected },
      ...(rejectedFile !== '' && (await readRejectedRows(ports, key, id))),
    };
  }
  const progress = await report(REPORT_SUFFIXES.progress, uploadProgressSchema);
  if (isCancelled) {
    const { rows } = progress === undefined ? before : progressOf(progress, shares);
    return { ...before, state: 'cancelled', progress: 1, reason: CANCELLED, rows };
  }
  if (progress !== undefined) return { ...before, state: 'importing', ...progressOf(progress, shares) };
  if (existing.has(key)) return { ...before, state: 'importing', step: 'queued' };
  return now().toISOString() > announced.expiresAt ? { ...before, state: 'expired' } : before;
}

const CANCELLED = 'The upload was cancelled. Rows that were already imported stay.';

const STATES = { imported: 'imported', rejected: 'rejected', stopped: 'failed' } as const;

function progressOf({ state, share, rows, rejected, reason }: UploadProgress, shares: StepShares) {
  const [start, part] = shares[state];
  return {
    // The result is written right after the last progress.
    step: state === 'finished' ? ('publishing' as const) : state,
    progress: Number((start + part * Math.min(1, share)).toFixed(3)),
    rows: { read: rows, rejected },
    reason: reason ?? null,
  };
}

/** A text of a report without the names of objects of the bucket, which callers do not know. */
export const textForCaller = (
  text: string | undefined,
  key: string,
  { fileName }: Pick<UploadAnnouncement, 'fileName'>,
): string | null =>
  text
    ?.replaceAll(`${key}${REPORT_SUFFIXES.rejected}`, 'the list of rejected rows')
    // A function, since a text can have patterns such as $&.
    .replaceAll(key, () => fileName ?? 'The file') ?? null;

/** How long the list of rejected rows can be downloaded. */
const DOWNLOAD_SECONDS = 900;

/** The first rejected rows of an import that has ended, and where all of them can be downloaded. */
async function readRejectedRows(
  { objects, signed, now }: FollowUploadPorts,
  key: string,
  id: string,
): Promise<Pick<UploadReports, 'rejectedRows' | 'rejectedFile'>> {
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  const expiresAt = new Date(now().getTime() + DOWNLOAD_SECONDS * 1000).toISOString();
  const download = { fileName: `${id}-rejected.csv`, seconds: DOWNLOAD_SECONDS };
  return {
    rejectedRows: await firstRejectedRows(objects, rejectedKey),
    rejectedFile: { url: await signed.get(rejectedKey, download), expiresAt },
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
): Promise<UploadDocument['rejectedRows']> {
  const bytes = await objects.readPart(key, undefined, { offset: 0, length: READ_BYTES });
  if (bytes === undefined) return [];
  const rows: UploadDocument['rejectedRows'] = [];
  for (const { number, cells } of new CsvReader(1, ',', NO_LIMITS).read(Buffer.from(bytes).toString())) {
    if (number === 1) continue;
    const [line, reason = '', header = '', value = ''] = cells;
    rows.push({ line: Number(line), reason, ...(header && { header }), ...(value && { value }) });
    if (rows.length === MAX_LISTED_ROWS) break;
  }
  return rows;
}
