import * as v from 'valibot';
import { BYTE_ORDER_MARK } from '../../platform/files/csv-rows.ts';
import { rejectedRowsHeader } from '../../platform/files/rejected-rows.ts';
import type { ObjectStore, UnchangedCondition } from '../../platform/s3/object-store.ts';
import type { StepState, UploadKind } from './step-state.ts';
import { REPORT_SUFFIXES } from './upload-object-names.ts';
import type { OwnedUpload, StepPorts, Upload } from './upload-ports.ts';
import {
  type ImportResult,
  importResultSchema,
  type UploadErrorCode,
  type UploadProgress,
} from './upload-result.ts';

/** Bytes of rejected rows that are copied at once. */
const MAX_AT_ONCE = 8 * 2 ** 20;

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

/** Writes the progress of an import next to its upload. */
export const reportProgress = <State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: State,
  kind: Pick<UploadKind<State>, 'share'>,
): Promise<void> => writeProgress(objects, upload, state, kind, { state: state.phase });

/** Writes the progress of a waiting import, with the reason. */
export const reportWaiting = <State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: State,
  kind: Pick<UploadKind<State>, 'share'>,
  reason: string,
): Promise<void> => writeProgress(objects, upload, state, kind, { state: 'waiting', reason });

async function writeProgress<State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  state: State,
  { share }: Pick<UploadKind<State>, 'share'>,
  status: Pick<UploadProgress, 'state' | 'reason'>,
): Promise<void> {
  const { phase, startedAt, rows, rejected } = state;
  const progress: UploadProgress = {
    ...status,
    share: phase === 'finished' ? 1 : Number(share(state).toFixed(3)),
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
  code: UploadErrorCode,
): Promise<void> {
  // After the erasure of an organization, nothing of it may be written.
  if ((await objects.tagOf(key)) !== tag) return;
  await objects.write(
    `${key}${REPORT_SUFFIXES.result}`,
    json({ state: 'rejected', reason, code, etag: tag }),
  );
}

/**
 * Writes the result of an upload and its rejected rows; safe to repeat.
 * If another file replaced the upload under the same key, nothing is written: the result belongs to the newer file.
 */
export async function reportResult<State extends StepState>(
  { objects }: Pick<StepPorts, 'objects'>,
  upload: OwnedUpload,
  state: State,
  kind: Pick<UploadKind<State>, 'importedNothing' | 'resultFields'>,
): Promise<void> {
  const { key, tag, owner } = upload;
  const { rejection, rejectionCode = 'FILE_INVALID', rows, rejected, listed, startedAt, finishedAt } = state;
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
    const result: ImportResult & Readonly<Record<string, unknown>> = {
      ...kind.resultFields(state),
      state: resultOf(state, kind.importedNothing(state)),
      ...(rejection === undefined ? {} : { reason: rejection, code: rejectionCode }),
      owner,
      rows,
      rejected,
      ...(state.columns && { columns: state.columns }),
      rejectedFile: listed === 0 ? '' : `${key}${REPORT_SUFFIXES.rejected}`,
      ...(listed < rejected && listed > 0 ? { rejectedRowsInFile: listed } : {}),
      startedAt,
      ...(finishedAt === undefined ? {} : { finishedAt }),
      etag: tag,
    };
    // Conditional, because a newer file may have been uploaded and imported meanwhile.
    if ((await objects.write(resultKey, json(result), { tag: before })) !== undefined) return;
  }
}

function resultOf({ rejection }: StepState, importedNothing: boolean): ImportResult['state'] {
  if (rejection === undefined) return 'imported';
  return importedNothing ? 'rejected' : 'stopped';
}

/**
 * @returns the tag of the written object, undefined within it if there are no rejected rows. Undefined if another
 * import wrote meanwhile.
 */
async function reportRejectedRows(
  objects: ObjectStore,
  key: string,
  { header = [], rejectedRows }: StepState,
  unchanged: UnchangedCondition,
): Promise<UnchangedCondition | undefined> {
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  if (rejectedRows.length === 0) {
    // It belongs to an earlier file under the same key.
    await objects.remove(rejectedKey);
    return { tag: undefined };
  }
  const head = Buffer.from(`${BYTE_ORDER_MARK}${rejectedRowsHeader(header)}`);
  const length = rejectedRows.reduce((sum, part) => sum + part.length, head.length);
  const lines = rejectedLines(objects, head, rejectedRows);
  const tag = await objects.writeParts(rejectedKey, length, lines, unchanged);
  return tag === undefined ? undefined : { tag };
}

/** Removes rejected rows that were written while a newer file without rejected rows was imported. */
async function removeStaleRejectedRows(objects: ObjectStore, key: string, written: string): Promise<void> {
  const newest = await objects.read(`${key}${REPORT_SUFFIXES.result}`);
  if (newest === undefined) return;
  const { rejectedFile } = v.parse(importResultSchema, JSON.parse(Buffer.from(newest.bytes).toString()));
  const rejectedKey = `${key}${REPORT_SUFFIXES.rejected}`;
  if (rejectedFile === '' && (await objects.tagOf(rejectedKey)) === written)
    await objects.remove(rejectedKey);
}

async function* rejectedLines(
  objects: ObjectStore,
  head: Uint8Array,
  parts: StepState['rejectedRows'],
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
