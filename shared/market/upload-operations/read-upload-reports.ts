import * as v from 'valibot';
import { CsvReader, NO_LIMITS } from '../../platform/files/csv-rows.ts';
import type { PresignedRequests } from '../../platform/s3/compose-uploads.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { readAnnouncement, type UploadAnnouncement } from '../uploads/upload-announcement.ts';
import { ANNOUNCEMENT_SUFFIX, CANCELLATION_SUFFIX, REPORT_SUFFIXES } from '../uploads/upload-object-names.ts';
import { type ImportResult, type UploadProgress, uploadProgressSchema } from '../uploads/upload-result.ts';
import type { UPLOAD_STATES, UPLOAD_STEPS, UploadDocument, UploadError } from './upload-document.ts';
import { MAX_LISTED_ROWS } from './upload-document.ts';

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

export interface ReadUploadPorts {
  readonly objects: Pick<ObjectStore, 'keys' | 'read' | 'readPart'>;
  readonly signed: Pick<PresignedRequests, 'get'>;
  readonly now: () => Date;
}

/** How far an upload is. */
export interface UploadReports<Result extends ImportResult> {
  readonly announced: UploadAnnouncement;
  readonly state: (typeof UPLOAD_STATES)[number];
  readonly step: (typeof UPLOAD_STEPS)[number] | null;
  /** Of the whole import, 0 to 1. */
  readonly progress: number;
  readonly reason: string | null;
  /** Of a rejected or failed upload. */
  readonly error: UploadError | null;
  /** Rows that were read and that were rejected. */
  readonly rows: { readonly read: number; readonly rejected: number };
  /** Present when the import has ended. */
  readonly result?: Result;
}

/** Reads how far an upload is; undefined if there is none. */
export async function readUploadReports<Result extends ImportResult>(
  { objects, now }: Pick<ReadUploadPorts, 'objects' | 'now'>,
  key: string,
  resultSchema: v.GenericSchema<unknown, Result>,
  shares: StepShares = SHARES,
): Promise<UploadReports<Result> | undefined> {
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
  const before = {
    ...{ announced, step: null, progress: 0, reason: null, error: null },
    rows: { read: 0, rejected: 0 },
  };
  const result = await report(REPORT_SUFFIXES.result, resultSchema);
  // A cancellation stays, whether or not the import could end its last step.
  const isCancelled = existing.has(`${key}${CANCELLATION_SUFFIX}`);
  if (result !== undefined) {
    const { rows, rejected, code = 'FILE_INVALID' } = result;
    const state = isCancelled ? 'cancelled' : STATES[result.state];
    const reason = textForCaller(result.reason, key, announced);
    const hasFailed = state === 'rejected' || state === 'failed';
    return {
      ...{ ...before, state, progress: 1, result },
      ...{
        reason: isCancelled ? CANCELLED : reason,
        error: hasFailed ? { code, message: reason ?? '' } : null,
      },
      rows: { read: rows, rejected },
    };
  }
  const progress = await report(REPORT_SUFFIXES.progress, uploadProgressSchema);
  if (isCancelled) {
    const { rows } = progress === undefined ? before : progressOf(progress, shares);
    return { ...before, state: 'cancelled', progress: 1, reason: CANCELLED, rows };
  }
  if (progress !== undefined) return { ...before, state: 'importing', ...progressOf(progress, shares) };
  if (existing.has(key)) return { ...before, state: 'importing', step: 'queued' };
  return { ...before, state: now().toISOString() > announced.expiresAt ? 'expired' : 'awaiting_upload' };
}

const CANCELLED = 'The upload was cancelled. Rows that were already imported stay.';

const STATES = { imported: 'imported', rejected: 'rejected', stopped: 'failed' } as const;

/** Share of the whole import at the beginning of a step, and of the step itself. */
export type StepShares = Readonly<Record<UploadProgress['state'], readonly [start: number, part: number]>>;

const SHARES: StepShares = {
  reading: [0, 0.5],
  importing: [0.5, 0.4],
  publishing: [0.9, 0],
  finished: [1, 0],
  waiting: [0, 0],
};

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
export async function readRejectedRows(
  { objects, signed, now }: ReadUploadPorts,
  key: string,
  id: string,
  { rejectedFile }: Pick<ImportResult, 'rejectedFile'>,
): Promise<Pick<UploadDocument, 'rejectedRows' | 'rejectedFile'>> {
  if (rejectedFile === '') return { rejectedRows: [], rejectedFile: null };
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  const expiresAt = new Date(now().getTime() + DOWNLOAD_SECONDS * 1000).toISOString();
  const download = { fileName: `${id}-rejected.csv`, seconds: DOWNLOAD_SECONDS };
  return {
    rejectedRows: await firstRejectedRows(objects, rejectedKey),
    rejectedFile: { url: await signed.get(rejectedKey, download), expiresAt },
  };
}
