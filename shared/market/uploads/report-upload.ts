import * as v from 'valibot';
import type { ObjectStore, UnchangedCondition } from '../../platform/s3/object-store.ts';
import { rejectedRowsHeader } from '../importing/load-rows.ts';
import { REPORT_SUFFIXES } from './upload-object-names.ts';
import type { OwnedUpload, Upload, UploadPorts } from './upload-ports.ts';
import { type UploadProgress, type UploadResult, uploadResultSchema } from './upload-result.ts';
import { loadGroups, type UploadState } from './upload-state.ts';

/** Bytes of rejected rows that are copied at once. */
const MAX_AT_ONCE = 8 * 2 ** 20;

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

/** Writes the progress of an import next to its upload. */
export const reportProgress = (
  objects: ObjectStore,
  upload: OwnedUpload,
  state: UploadState,
): Promise<void> => writeProgress(objects, upload, state, { state: state.phase });

/** Writes the progress of a waiting import, with the reason. */
export const reportWaiting = (
  objects: ObjectStore,
  upload: OwnedUpload,
  state: UploadState,
  reason: string,
): Promise<void> => writeProgress(objects, upload, state, { state: 'waiting', reason });

async function writeProgress(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: UploadState,
  status: Pick<UploadProgress, 'state' | 'reason'>,
): Promise<void> {
  const { phase, startedAt, length, offset, rows, rejected, groupsDone } = state;
  const share = phase === 'reading' ? offset / length : groupsDone / Math.max(1, loadGroups(state).length);
  const progress: UploadProgress = {
    ...status,
    share: phase === 'finished' ? 1 : Number(share.toFixed(3)),
    rows,
    rejected,
    startedAt,
    etag: upload.tag,
  };
  await objects.write(`${upload.key}${REPORT_SUFFIXES.progress}`, json(progress));
}

/** Writes that an object cannot be imported, and why; nothing if the object was deleted or replaced. */
export async function reportRejection(
  objects: ObjectStore,
  { key, tag }: Upload,
  reason: string,
): Promise<void> {
  // After the erasure of an organization, nothing of it may be written.
  if ((await objects.tagOf(key)) !== tag) return;
  await objects.write(`${key}${REPORT_SUFFIXES.result}`, json({ state: 'rejected', reason, etag: tag }));
}

/**
 * Writes the result of an upload and its rejected rows; safe to repeat.
 * If another file replaced the upload under the same key, nothing is written: the result belongs to the newer file.
 */
export async function reportResult(
  { objects }: UploadPorts,
  upload: OwnedUpload,
  state: UploadState,
): Promise<void> {
  const { key, tag, owner } = upload;
  const { rejection, rows, added, known, rejected, listed, note, startedAt, finishedAt } = state;
  const resultKey = `${key}${REPORT_SUFFIXES.result}`;
  let written: string | undefined;
  for (;;) {
    const before = await objects.tagOf(resultKey);
    const rejectedBefore = await objects.tagOf(`${key}${REPORT_SUFFIXES.rejected}`);
    const there = await objects.tagOf(key);
    if (there !== undefined && there !== tag) {
      if (written !== undefined) await removeStaleRejectedRows(objects, key, written);
      return;
    }
    const rowsReported = await reportRejectedRows(objects, key, state, { tag: rejectedBefore });
    if (rowsReported === undefined) continue;
    written = rowsReported.tag;
    const result: UploadResult = {
      state: resultOf(state),
      ...(rejection === undefined ? {} : { reason: rejection }),
      owner,
      rows,
      added,
      known,
      rejected,
      rejectedFile: listed === 0 ? '' : `${key}${REPORT_SUFFIXES.rejected}`,
      ...(listed < rejected && listed > 0 ? { rejectedRowsInFile: listed } : {}),
      ...(note === undefined ? {} : { note }),
      startedAt,
      ...(finishedAt === undefined ? {} : { finishedAt }),
      etag: tag,
    };
    // Conditional, because a newer file may have been uploaded and imported meanwhile.
    if ((await objects.write(resultKey, json(result), { tag: before })) !== undefined) return;
  }
}

function resultOf({ rejection, offset, length, rows, rejected }: UploadState): UploadResult['state'] {
  if (rejection === undefined) return 'imported';
  return offset < length || rejected === rows ? 'rejected' : 'stopped';
}

/**
 * @returns the tag of the written object, undefined within it if there are no rejected rows. Undefined if another
 * import wrote meanwhile.
 */
async function reportRejectedRows(
  objects: ObjectStore,
  key: string,
  { header = [], rejectedRows }: UploadState,
  unchanged: UnchangedCondition,
): Promise<UnchangedCondition | undefined> {
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  if (rejectedRows.length === 0) {
    // It belongs to an earlier file under the same key.
    await objects.remove(rejectedKey);
    return { tag: undefined };
  }
  const head = Buffer.from(rejectedRowsHeader(header));
  const length = rejectedRows.reduce((sum, part) => sum + part.length, head.length);
  const lines = rejectedLines(objects, head, rejectedRows);
  const tag = await objects.writeParts(rejectedKey, length, lines, unchanged);
  return tag === undefined ? undefined : { tag };
}

/** Removes rejected rows that were written while a newer file without rejected rows was imported. */
async function removeStaleRejectedRows(objects: ObjectStore, key: string, written: string): Promise<void> {
  const newest = await objects.read(`${key}${REPORT_SUFFIXES.result}`);
  if (newest === undefined) return;
  const { rejectedFile } = v.parse(uploadResultSchema, JSON.parse(Buffer.from(newest.bytes).toString()));
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  if (rejectedFile === '' && (await objects.tagOf(rejectedKey)) === written)
    await objects.remove(rejectedKey);
}

async function* rejectedLines(
  objects: ObjectStore,
  head: Uint8Array,
  parts: UploadState['rejectedRows'],
): AsyncGenerator<Uint8Array> {
  yield head;
  for (const { key, length } of parts) {
    for (let offset = 0; offset < length; offset += MAX_AT_ONCE) {
      const bytes = await objects.readPart(key, undefined, {
        offset,
        length: Math.min(MAX_AT_ONCE, length - offset),
      });
      if (bytes === undefined) throw new Error(`${key} was deleted`);
      yield bytes;
    }
  }
}
