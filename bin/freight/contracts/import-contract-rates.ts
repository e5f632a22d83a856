import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ContractRateUpload, FreightClient } from '../../../clients/typescript/src/index.ts';
import { REPORT_SUFFIXES } from '../../../shared/market/uploads/upload-object-names.ts';
import { CommandFailedError, PartialFailureError } from '../failures/command-errors.ts';
import type { ApiOptions } from '../session/api-service.ts';
import { callApi } from '../session/call-api.ts';
import { explainedFile } from '../session/csv-file.ts';
import { entersTenth, progressBar } from '../session/progress-bar.ts';
import { sendFile } from '../session/send-file.ts';
import type { Session } from '../session/session.ts';
import { faultOfUpload, uploadLines } from './rate-upload-text.ts';

const POLL_INTERVAL_MS = 1_000;

/** The API accepts 255 characters. */
const MAX_NAME_LENGTH = 255;

/**
 * Sends a file of contract rates, and waits until the service has imported it. All rejected rows are written to
 * FILE.rejected.csv.
 * @throws PartialFailureError if rows were rejected, CommandFailedError if the import stopped or waits.
 */
export async function importContractRates(
  session: Session,
  file: string,
  options: ApiOptions,
): Promise<void> {
  const bytes = new Uint8Array(
    await readFile(file).catch((error: unknown) => {
      throw explainedFile(file, error);
    }),
  );
  await callApi(session, options, async (client) => {
    const { upload_id, address } = await client.contractRates.uploads.create({
      file_name: basename(file).slice(-MAX_NAME_LENGTH),
    });
    if (address === undefined) throw new CommandFailedError('The upload has no address.');
    await sendFile(address, bytes);
    const upload = await untilEnded(session, client, upload_id);
    const rejectedFile = await writeRejectedRows(upload, `${file}${REPORT_SUFFIXES.rejected}`);
    session.report({ ...upload, rejected_file: rejectedFile }, uploadLines(upload, rejectedFile));
    if (upload.state !== 'imported') throw new CommandFailedError(faultOfUpload(upload));
    const { rejected, read } = upload.rows;
    if (rejected > 0) throw new PartialFailureError(`${rejected} of ${read} rates were rejected.`);
  });
}

async function untilEnded(
  session: Session,
  client: FreightClient,
  uploadId: string,
): Promise<ContractRateUpload> {
  for (let before: number | undefined; ; ) {
    const upload = await client.contractRates.uploads.get(uploadId);
    const { state, step, progress, rows, reason } = upload;
    if (state !== 'importing' && state !== 'awaiting_upload') {
      session.progress('');
      return upload;
    }
    if (step === 'waiting') throw new CommandFailedError(`The import of ${uploadId} waits: ${reason}`);
    const text = rows.read === 0 ? 'the file is being read' : `${rows.read} rates read`;
    const isTenth = entersTenth(progress, before);
    session.progress(`${progressBar(progress)}  ${text}`, isTenth ? `${text} ...` : undefined);
    before = progress;
    await session.pause(POLL_INTERVAL_MS);
  }
}

/** Replaces the file of an earlier import. @returns its path; null if no row was rejected. */
async function writeRejectedRows(
  { rejected_file }: ContractRateUpload,
  path: string,
): Promise<string | null> {
  await rm(path, { force: true });
  if (rejected_file === null) return null;
  const response = await fetch(rejected_file.url).catch(() => undefined);
  if (!response?.ok) throw new CommandFailedError('The rejected rows could not be downloaded.');
  await writeFile(path, new Uint8Array(await response.arrayBuffer())).catch((error: unknown) => {
    throw new CommandFailedError(`${path} cannot be written (${Object(error).code}).`);
  });
  return path;
}
