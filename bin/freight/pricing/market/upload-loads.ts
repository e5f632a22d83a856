import { createWriteStream, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import type { ReportingOwner } from '../../../../shared/market/loads/load-owner.ts';
import { uploadKey } from '../../../../shared/market/uploads/upload-key.ts';
import { REPORT_SUFFIXES } from '../../../../shared/market/uploads/upload-object-names.ts';
import {
  type UploadResult,
  uploadProgressSchema,
  uploadResultSchema,
} from '../../../../shared/market/uploads/upload-result.ts';
import type { ObjectStore } from '../../../../shared/platform/s3/object-store.ts';
import { CommandFailedError } from '../../failures/command-errors.ts';
import { explainedFile } from '../../session/csv-file.ts';
import type { ImportProgress } from './market-text.ts';

export interface LoadsUpload {
  readonly objects: ObjectStore;
  readonly path: string;
  readonly owner: ReportingOwner;
  readonly now: Date;
  readonly pause: (ms: number) => Promise<void>;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** S3 accepts 10,000 parts; this project uploads parts of 8 MiB (shared/platform/s3/s3-object-store.ts). */
const MAX_BYTES = 10_000 * 8 * 2 ** 20;
const POLL_INTERVAL_MS = 2_000;
/** A step takes seconds; a failed step is retried after minutes. */
const MAX_STALLED_MS = 20 * 60_000;
const READ_AT_ONCE = 8 * 2 ** 20;

/**
 * Uploads a file to the bucket of a deployment, waits for its import and downloads the rejected rows.
 * @returns the result with its key, and the path of the local file of rejected rows; "" if there are none.
 * @throws CommandFailedError if the path is not a regular file, the file is too large or rejected completely, or the import
 * makes no progress.
 */
export async function uploadLoads(upload: LoadsUpload): Promise<UploadResult & { readonly key: string }> {
  const { objects, path, now } = upload;
  const key = uploadKey(upload.owner, uploadName(path, now));
  const file = await open(path).catch((error: unknown) => {
    throw explainedFile(path, error);
  });
  try {
    await objects.writeParts(key, await sizeOf(path, file), file.createReadStream());
  } finally {
    await file.close();
  }
  const result = await resultOf(upload, key, await objects.tagOf(key));
  const rejectedFile = `${path}${REPORT_SUFFIXES.rejected}`;
  rmSync(rejectedFile, { force: true });
  if (result.rejectedFile !== '') await download(objects, result.rejectedFile, rejectedFile);
  if (result.state !== 'imported') throw new CommandFailedError(result.reason ?? 'The file was rejected.');
  return { ...result, key, rejectedFile: result.rejectedFile === '' ? '' : rejectedFile };
}

async function sizeOf(path: string, file: FileHandle): Promise<number> {
  const found = await file.stat();
  if (found.isDirectory()) throw explainedFile(path, { code: 'EISDIR' });
  if (!found.isFile())
    throw new CommandFailedError(`${path} is not a regular file. An upload needs a file of known length.`);
  if (found.size <= MAX_BYTES) return found.size;
  throw new CommandFailedError(
    `${path} is larger than 80 GB. Copy it to the bucket with aws s3 cp, or omit --upload.`,
  );
}

/** A unique name, so that results of other uploads do not match; never a name of a rejected-rows file. */
function uploadName(path: string, now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T');
  const name = basename(path)
    .replace(/(\.csv)?$/i, '.csv')
    .replace(/\.rejected\.csv$/, '-rejected.csv');
  return `${day}/${time.replace(/[:.Z]/g, '')}-${name}`;
}

async function resultOf(
  { objects, pause, onProgress }: LoadsUpload,
  key: string,
  tag: string | undefined,
): Promise<UploadResult> {
  let lastProgress = '';
  for (let stalledMs = 0; stalledMs < MAX_STALLED_MS; stalledMs += POLL_INTERVAL_MS) {
    const result = await readJson(objects, `${key}${REPORT_SUFFIXES.result}`, uploadResultSchema);
    if (result !== undefined && result.etag === tag) return result;
    const progress = await readJson(objects, `${key}${REPORT_SUFFIXES.progress}`, uploadProgressSchema);
    if (progress !== undefined && progress.etag === tag) {
      const { state, share, rows, reason = '' } = progress;
      if (state === 'waiting') {
        throw new CommandFailedError(
          `${key} is uploaded, but its import is paused: ${reason} freight org resume continues it. The result will be in ${key}${REPORT_SUFFIXES.result}.`,
        );
      }
      onProgress({ phase: state === 'reading' ? 'reading' : 'writing', share, rows });
      if (JSON.stringify(progress) !== lastProgress) stalledMs = 0;
      lastProgress = JSON.stringify(progress);
    }
    await pause(POLL_INTERVAL_MS);
  }
  throw new CommandFailedError(
    `${key} is uploaded, but its import has made no progress for ${MAX_STALLED_MS / 60_000} minutes. If it continues, the result will be in ${key}${REPORT_SUFFIXES.result}. See docs/operators/runbook.md#uploads-are-not-imported.`,
  );
}

async function readJson<Schema extends v.GenericSchema>(
  objects: ObjectStore,
  key: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const found = await objects.read(key);
  if (found === undefined) return undefined;
  return v.parse(schema, JSON.parse(Buffer.from(found.bytes).toString()));
}

async function download(objects: ObjectStore, key: string, path: string): Promise<void> {
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (let offset = 0; ; offset += READ_AT_ONCE) {
      const part = await objects.readPart(key, undefined, { offset, length: READ_AT_ONCE });
      if (part === undefined || part.length === 0) return;
      yield part;
      if (part.length < READ_AT_ONCE) return;
    }
  }
  await pipeline(Readable.from(parts()), createWriteStream(path));
}
