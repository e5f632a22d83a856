import { readFile, stat, writeFile } from 'node:fs/promises';
import type { FreightClient, Rfp, RfpDetail } from '../../../clients/typescript/src/index.ts';
import { BYTE_ORDER_MARK } from '../../../shared/platform/files/csv-rows.ts';
import { FileError } from '../../../shared/platform/files/file-error.ts';
import { fileKind } from '../../../shared/platform/files/file-kind.ts';
import { MAX_FILE_BYTES, readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import type { RfpStatus } from '../../../shared/rfps/record/rfp-status.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { ApiOptions } from '../session/api-service.ts';
import { callApi } from '../session/call-api.ts';
import { explainedFile } from '../session/csv-file.ts';
import { sendFile } from '../session/send-file.ts';
import type { Session } from '../session/session.ts';
import { pricingBar, pricingLine, rfpLines, rfpTable } from './rfp-text.ts';

export interface ImportOptions extends ApiOptions {
  readonly name: string;
  readonly customer?: string;
  readonly reference?: string;
  readonly equipment?: string;
  readonly requirements?: readonly string[];
  readonly contractStart?: string;
  readonly contractEnd?: string;
  readonly idempotencyKey?: string;
  readonly wait?: true;
}

/** RFPs that the API lists in one page, at most. */
const MAX_PAGE = 100;

/** Creates an RFP from a file; with `--wait`, until its lanes are priced. */
export async function importRfp(session: Session, file: string, options: ImportOptions): Promise<void> {
  const bytes = await readLanesFile(file);
  const { idempotencyKey, wait } = options;
  await callApi(session, options, async (client) => {
    const created = await client.rfps.create(
      {
        name: options.name,
        ...given('customer', options.customer),
        ...given('customer_reference', options.reference),
        ...given('equipment_type', options.equipment),
        ...given('special_requirements', options.requirements),
        ...given('contract_start', options.contractStart),
        ...given('contract_end', options.contractEnd),
        source: 'upload',
      },
      { idempotencyKey },
    );
    const { rfp_id, upload } = created;
    if (upload !== undefined) await sendFile(upload, bytes);
    if (!wait) {
      session.report(created, [
        `${rfp_id} is created. Its file is read, and then its lanes are priced.`,
        `  freight rfp show ${rfp_id}`,
      ]);
      return;
    }
    const rfp = await waitUntilPriced(session, client, rfp_id);
    session.report(rfp, [...rfpLines(rfp), `  freight rfp results ${rfp_id} --to results.csv`]);
    if (rfp.error !== null) throw new CommandFailedError(`${rfp_id} failed: ${rfp.error.message}`);
  });
}

/** The file as it is sent. A text that the service could not read is rejected before an RFP is created. */
async function readLanesFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) {
      throw new FileError(`the file has ${size} bytes; at most ${MAX_FILE_BYTES} are allowed`);
    }
    const bytes = new Uint8Array(await readFile(path));
    if (fileKind(bytes) !== 'xlsx') readLaneFile(bytes);
    return bytes;
  } catch (error) {
    throw explainedFile(path, error);
  }
}

/** @throws CommandFailedError if the user interrupts the command; the RFP is priced nevertheless. */
async function waitUntilPriced(session: Session, client: FreightClient, rfpId: string): Promise<RfpDetail> {
  const waiting = new AbortController();
  void session
    .interrupted()
    .then(() =>
      waiting.abort(
        new CommandFailedError(
          `${rfpId} is priced without this command. To read it, run freight rfp show ${rfpId}.`,
        ),
      ),
    );
  let before: RfpDetail | undefined;
  try {
    return await client.rfps.waitUntilPriced(rfpId, {
      signal: waiting.signal,
      onProgress: (rfp) => {
        session.progress(pricingBar(rfp), pricingLine(rfp, before));
        before = rfp;
      },
    });
  } finally {
    session.progress('');
  }
}

export interface ListOptions extends ApiOptions {
  readonly status?: RfpStatus;
  readonly customer?: string;
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly limit: number;
}

/** Lists the newest RFPs. */
export async function listRfps(session: Session, options: ListOptions): Promise<void> {
  const { status, customer, createdFrom: created_from, createdTo: created_to, limit } = options;
  await callApi(session, options, async (client) => {
    const rfps: Rfp[] = [];
    const query = { status, customer, created_from, created_to, limit: Math.min(limit, MAX_PAGE) };
    if (limit > 0) {
      for await (const rfp of client.rfps.list(query)) {
        rfps.push(rfp);
        if (rfps.length === limit) break;
      }
    }
    session.report({ rfps }, rfps.length === 0 ? ['No RFPs found.'] : rfpTable(rfps));
  });
}

/** A file of 100,000 lanes has about 25 MB, and more with other columns of the caller. */
const DOWNLOAD_MS = 600_000;

export interface ResultsOptions extends ApiOptions {
  readonly version?: number;
  readonly to?: string;
}

/** Prints the results of an RFP as CSV, or writes them to a file. */
export async function readResults(session: Session, rfpId: string, options: ResultsOptions): Promise<void> {
  const { version, to } = options;
  await callApi(session, options, async (client) => {
    const csv = await client.rfps.results(rfpId, { version }, { timeoutMs: DOWNLOAD_MS });
    if (to === undefined) {
      session.report({ rfp_id: rfpId, csv }, [csv.trimEnd()]);
      return;
    }
    // The client decodes the file, without its mark.
    await writeFile(to, `${BYTE_ORDER_MARK}${csv}`).catch((error: unknown) => {
      throw new CommandFailedError(`${to} cannot be written (${Object(error).code}).`);
    });
    session.report({ rfp_id: rfpId, file: to }, [`The results of ${rfpId} are in ${to}.`]);
  });
}

export async function showRfp(session: Session, rfpId: string, options: ApiOptions): Promise<void> {
  await callApi(session, options, async (client) => {
    const rfp = await client.rfps.get(rfpId);
    session.report(rfp, rfpLines(rfp));
  });
}

/** A field of a body; no field if there is no value. */
const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
