import { readFile, writeFile } from 'node:fs/promises';
import type { ContractRateUpload, FreightClient } from '../../../clients/typescript/src/index.ts';
import { REPORT_SUFFIXES } from '../../../shared/market/uploads/upload-object-names.ts';
import { CommandFailedError, PartialFailureError } from '../failures/command-errors.ts';
import type { ApiOptions } from '../session/api-service.ts';
import { callApi } from '../session/call-api.ts';
import { explainedFile } from '../session/csv-file.ts';
import { entersTenth, progressBar } from '../session/progress-bar.ts';
import { sendFile } from '../session/send-file.ts';
import type { Session } from '../session/session.ts';

const POLL_INTERVAL_MS = 2_000;

/**
 * Sends a CSV file of contract rates, and waits until the service has imported it.
 * @throws PartialFailureError if rows were rejected, CommandFailedError if the import stopped or waits.
 */
export async function uploadContractRates(
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
    const { uploads } = client.contractRates;
    const { upload_id, address } = await uploads.create({ file_name: nameOf(file) });
    if (address === undefined) throw new CommandFailedError('The upload has no address.');
    await sendFile(address, bytes);
    const upload = await untilEnded(session, client, upload_id);
    const rejectedFile = upload.rejected_file && `${file}${REPORT_SUFFIXES.rejected}`;
    if (upload.rejected_file && rejectedFile) await download(upload.rejected_file.url, rejectedFile);
    const { created, replaced, unchanged, rejected, read } = upload.rows;
    const { total } = upload.overlaps;
    session.report({ ...upload, rejected_file: rejectedFile }, [
      `${created} rates created, ${replaced} replaced, ${unchanged} unchanged, ${rejected} rejected.`,
      ...(total === 0 ? [] : [`${total} pairs of rates for the same lane overlap in time.`]),
      ...upload.rejected_rows.map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...(rejectedFile === null ? [] : [`All rejected rows are in ${rejectedFile}.`]),
    ]);
    if (upload.state !== 'imported') throw new CommandFailedError(upload.reason ?? 'The import failed.');
    if (rejected > 0) throw new PartialFailureError(`${rejected} of ${read} rates were rejected.`);
  });
}

/** The name of a file without its folder, as the API accepts it. */
const nameOf = (file: string): string => file.split(/[\\/]/).at(-1)?.slice(0, 255) || 'rates.csv';

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
    const text = step === 'queued' ? 'queued' : `${rows.read} rates read`;
    const isTenth = entersTenth(progress, before);
    session.progress(`${progressBar(progress)}  ${text}`, isTenth ? `${text} ...` : undefined);
    before = progress;
    await session.pause(POLL_INTERVAL_MS);
  }
}

async function download(url: string, path: string): Promise<void> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) throw new CommandFailedError('The rejected rows could not be downloaded.');
  await writeFile(path, await response.text()).catch((error: unknown) => {
    throw new CommandFailedError(`${path} cannot be written (${Object(error).code}).`);
  });
}
