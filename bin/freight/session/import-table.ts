import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FreightClient } from '../../../clients/typescript/src/index.ts';
import { REPORT_SUFFIXES } from '../../../shared/market/uploads/upload-object-names.ts';
import { CommandFailedError, PartialFailureError } from '../failures/command-errors.ts';
import type { ApiOptions } from './api-service.ts';
import { callApi } from './call-api.ts';
import { explainedFile } from './csv-file.ts';
import { entersTenth, progressBar } from './progress-bar.ts';
import { sendFile } from './send-file.ts';
import type { Session } from './session.ts';
import { faultOfUpload, type TableUpload, uploadLines } from './table-upload-text.ts';

const POLL_INTERVAL_MS = 1_000;

/** The API accepts 255 characters. */
const MAX_NAME_LENGTH = 255;

/** What a file has, and the uploads of the client for it. */
export interface ImportedTable {
  readonly rows: 'rates' | 'quotes';
  uploads(
    client: FreightClient,
  ): FreightClient['contractRates']['uploads'] | FreightClient['quotes']['uploads'];
}

/**
 * Sends a file of contract rates or past quotes, and waits until the service has imported it. All rejected rows are written to
 * FILE.rejected.csv.
 * @throws PartialFailureError if rows were rejected, CommandFailedError if the import stopped or waits.
 */
export async function importTable(
  session: Session,
  table: ImportedTable,
  file: string,
  options: ApiOptions,
): Promise<void> {
  const bytes = new Uint8Array(
    await readFile(file).catch((error: unknown) => {
      throw explainedFile(file, error);
    }),
  );
  await callApi(session, options, async (client) => {
    const uploads = table.uploads(client);
    const { upload_id, address } = await uploads.create({
      file_name: basename(file).slice(-MAX_NAME_LENGTH),
    });
    if (address === undefined) throw new CommandFailedError('The upload has no address.');
    await sendFile(address, bytes);
    const upload = await untilEnded(session, table, client, upload_id);
    const rejectedFile = await writeRejectedRows(upload, `${file}${REPORT_SUFFIXES.rejected}`);
    session.report({ ...upload, rejected_file: rejectedFile }, uploadLines(upload, table.rows, rejectedFile));
    if (upload.state !== 'imported') throw new CommandFailedError(faultOfUpload(upload));
    const { rejected, read } = upload.rows;
    if (rejected > 0) throw new PartialFailureError(`${rejected} of ${read} ${table.rows} were rejected.`);
  });
}

async function untilEnded(
  session: Session,
  { rows: what, uploads }: ImportedTable,
  client: FreightClient,
  uploadId: string,
): Promise<TableUpload> {
  for (let before: number | undefined; ; ) {
    const upload = await uploads(client).get(uploadId);
    const { state, step, progress, rows, reason } = upload;
    if (state !== 'importing' && state !== 'awaiting_upload') {
      session.progress('');
      return upload;
    }
    if (step === 'waiting') throw new CommandFailedError(`The import of ${uploadId} waits: ${reason}`);
    const text = rows.read === 0 ? 'the file is being read' : `${rows.read} ${what} read`;
    const isTenth = entersTenth(progress, before);
    session.progress(`${progressBar(progress)}  ${text}`, isTenth ? `${text} ...` : undefined);
    before = progress;
    await session.pause(POLL_INTERVAL_MS);
  }
}

/** Replaces the file of an earlier import. @returns its path; null if no row was rejected. */
async function writeRejectedRows({ rejected_file }: TableUpload, path: string): Promise<string | null> {
  await rm(path, { force: true });
  if (rejected_file === null) return null;
  const response = await fetch(rejected_file.url).catch(() => undefined);
  if (!response?.ok) throw new CommandFailedError('The rejected rows could not be downloaded.');
  await writeFile(path, new Uint8Array(await response.arrayBuffer())).catch((error: unknown) => {
    throw new CommandFailedError(`${path} cannot be written (${Object(error).code}).`);
  });
  return path;
}
