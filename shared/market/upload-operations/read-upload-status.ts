import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import type { PresignedRequests } from '../../platform/s3/presigned-requests.ts';
import { ANNOUNCEMENT_SUFFIX, REPORT_SUFFIXES } from '../uploads/upload-object-names.ts';
import {
  type UploadProgress,
  type UploadResult,
  uploadProgressSchema,
  uploadResultSchema,
} from '../uploads/upload-result.ts';
import { firstRejectedRows } from './first-rejected-rows.ts';
import { keyOfUpload, readAnnouncement } from './upload-announcement.ts';
import { newUploadDocument, type UploadAnswer, type UploadDocument } from './upload-document.ts';
import { isUploadId } from './upload-id.ts';

export interface ReadUploadPorts {
  readonly objects: Pick<ObjectStore, 'keys' | 'read' | 'readPart'>;
  readonly signed: Pick<PresignedRequests, 'get'>;
  readonly now: () => Date;
}

/** How long the list of rejected rows can be downloaded. */
const DOWNLOAD_SECONDS = 900;

export const UPLOAD_NOT_FOUND: Rejection = {
  kind: 'not-found',
  message: 'There is no such upload. Uploads are removed after 30 days.',
};

/** Reads how far an upload is. An upload of another organization or mode is not found. */
export function readUploadStatusUseCase(ports: ReadUploadPorts) {
  const { objects, now } = ports;
  return async (id: string, caller: Account): Promise<Outcome<UploadAnswer>> => {
    if (!isUploadId(id)) return reject(UPLOAD_NOT_FOUND);
    const key = keyOfUpload(caller, id);
    // One request shows which objects exist; it needs no right to read the file.
    const existing = new Set<string>();
    for await (const page of objects.keys(key)) for (const found of page) existing.add(found);
    const announced = existing.has(`${key}${ANNOUNCEMENT_SUFFIX}`)
      ? await readAnnouncement(objects, key)
      : undefined;
    if (announced === undefined) return reject(UPLOAD_NOT_FOUND);
    const before = newUploadDocument(id, caller.mode, announced);
    const answer = (data: UploadDocument) => succeed({ status: 'success' as const, data });
    const report = async <Schema extends v.GenericSchema>(suffix: string, schema: Schema) => {
      const found = existing.has(`${key}${suffix}`) ? await objects.read(`${key}${suffix}`) : undefined;
      return found && v.parse(schema, JSON.parse(Buffer.from(found.bytes).toString()));
    };
    const result = await report(REPORT_SUFFIXES.result, uploadResultSchema);
    if (result !== undefined) return answer(await withResult(ports, key, before, result));
    const progress = await report(REPORT_SUFFIXES.progress, uploadProgressSchema);
    if (progress !== undefined) return answer(withProgress(before, progress));
    if (existing.has(key)) return answer({ ...before, state: 'importing', step: 'queued' });
    return answer(now().toISOString() > announced.expiresAt ? { ...before, state: 'expired' } : before);
  };
}

/** Share of the whole import at the beginning of a step, and of the step itself. */
const SHARES = {
  reading: [0, 0.5],
  importing: [0.5, 0.4],
  publishing: [0.9, 0],
  finished: [1, 0],
  waiting: [0, 0],
} as const;

function withProgress(document: UploadDocument, progress: UploadProgress): UploadDocument {
  const { state, share, rows, rejected, reason } = progress;
  const [start, part] = SHARES[state];
  return {
    ...document,
    state: 'importing',
    // The result is written right after the last progress.
    step: state === 'finished' ? 'publishing' : state,
    progress: Number((start + part * Math.min(1, share)).toFixed(3)),
    rows: { ...document.rows, read: rows, rejected },
    reason: reason ?? null,
  };
}

const STATES = { imported: 'imported', rejected: 'rejected', stopped: 'failed' } as const;

async function withResult(
  { objects, signed, now }: ReadUploadPorts,
  key: string,
  document: UploadDocument,
  { state, reason, note, rows, added, known, rejected, rejectedFile }: UploadResult,
): Promise<UploadDocument> {
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  // Reasons name objects of the bucket, which callers do not know.
  const forCaller = (text: string | undefined) =>
    text
      ?.replaceAll(rejectedKey, 'the list of rejected rows')
      .replaceAll(key, document.fileName ?? 'The file');
  const hasList = rejectedFile !== '';
  const expiresAt = new Date(now().getTime() + DOWNLOAD_SECONDS * 1000).toISOString();
  return {
    ...document,
    state: STATES[state],
    progress: 1,
    rows: { read: rows, imported: added, duplicates: known, rejected },
    reason: forCaller(reason) ?? null,
    note: forCaller(note) ?? null,
    rejectedRows: hasList ? await firstRejectedRows(objects, rejectedKey) : [],
    rejectedFile: hasList
      ? {
          url: await signed.get(rejectedKey, {
            fileName: `${document.id}-rejected.csv`,
            seconds: DOWNLOAD_SECONDS,
          }),
          expiresAt,
        }
      : null,
  };
}
