import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { FileAnswer } from '../../platform/http/text-answer.ts';
import type { PresignedRequests } from '../../platform/s3/compose-uploads.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import { resultsFile } from '../files/results-file.ts';
import { rfpResultsKey } from '../files/rfp-file-key.ts';
import { MAX_BODY_LANES } from '../lanes/lane-draft.ts';
import { type ViewLanesPorts, viewLanes } from '../pricing/view-lanes.ts';
import { allows, rfpStatus } from '../record/rfp-status.ts';
import { type ResultsContent, resultsContent } from '../record/stored-rfp.ts';
import { resultsBeingWritten, rfpNotFound, rfpNotReady } from '../rfp-rejections.ts';
import type { RfpReader } from '../store/dynamodb-rfp-reader.ts';
import type { RfpRequests } from '../store/dynamodb-rfp-requests.ts';
import { type FoundVersion, findVersion, versionParameter } from './find-version.ts';

/** A response of Lambda has 6 MB, with the body as a JSON string; the rest is for its headers. */
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024 - 64 * 1024;
/** How long a download can begin. */
const ADDRESS_SECONDS = 300;
/** Until the next try. */
const RETRY_AFTER_SECONDS = 3;

const REDIRECT = 'must be true or false';

export const resultsParameters = v.object({
  version: versionParameter,
  redirect: v.optional(v.picklist(['true', 'false'], REDIRECT), 'true'),
  for: v.exactOptional(v.picklist(['customer'], 'must be customer')),
});

/** Where a file of results can be downloaded without a key. */
const resultsAddress = v.object({
  url: v.pipe(v.string(), v.url()),
  expires_at: v.pipe(v.string(), v.isoTimestamp()),
});

/** The answer `{ file }`. */
export const resultsAddressAnswer = v.object({ file: resultsAddress });
type ResultsAddressAnswer = v.InferOutput<typeof resultsAddressAnswer>;

export interface ReadResultsPorts {
  readonly rfps: Pick<RfpReader, 'read' | 'earlierVersion'>;
  /** What a CSV file in a response is made from. Absent: the file is a workbook, which is always an object. */
  readonly views?: ViewLanesPorts;
  readonly requests: Pick<RfpRequests, 'requestResults'>;
  readonly objects: Pick<ObjectStore, 'tagOf'>;
  readonly signed: Pick<PresignedRequests, 'get'>;
  readonly now: () => Date;
}

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Reads the file of all lanes of a version with their results. Earlier versions are always complete. A file that is too
 * large for a response, and each workbook, is an object that the worker writes at the first request.
 */
export function readResultsUseCase(ports: ReadResultsPorts) {
  const { rfps, views, requests, objects, signed, now } = ports;
  const format = views === undefined ? 'xlsx' : undefined;

  /** Undefined if the file is too large for a response. */
  const smallFile = async (
    caller: Account,
    { rfp, version }: FoundVersion,
    reader: ResultsContent['for'],
  ): Promise<Outcome<string | undefined>> => {
    if (views === undefined || rfp.lanes > MAX_BODY_LANES) return succeed(undefined);
    const indexes = Array.from({ length: rfp.lanes }, (_, index) => index);
    const lanes = await viewLanes(views, caller, version, indexes);
    // Lanes of a complete version lack a result only after a deletion.
    if (lanes.length < indexes.length) return reject(rfpNotFound(rfp.rfpId));
    const csv = resultsFile(lanes, rfp, reader);
    return succeed(Buffer.byteLength(JSON.stringify(csv)) > MAX_RESPONSE_BYTES ? undefined : csv);
  };

  return async (
    id: string,
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<FileAnswer>> => {
    const parsed = v.safeParse(resultsParameters, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { version: number, redirect, for: reader } = parsed.output;
    const found = await findVersion(rfps, caller, id, number);
    if (!found.ok) return found;
    const { rfp, version } = found.body;
    const status = rfpStatus(rfp);
    const isCurrent = version.version === rfp.version;
    if (isCurrent && !allows(status, 'read-results')) return reject(rfpNotReady(id, status, 'read-results'));
    const fileName = `${rfp.rfpId}-${reader === 'customer' ? 'prices' : 'results'}.${format ?? 'csv'}`;

    const small = await smallFile(caller, found.body, reader);
    if (!small.ok) return small;
    if (small.body !== undefined) {
      return succeed({ csv: small.body }, { 'Content-Disposition': `attachment; filename="${fileName}"` });
    }
    const content = resultsContent({ ...version, ...(reader && { for: reader }), ...(format && { format }) });
    const key = rfpResultsKey(caller, rfp.rfpId, content);
    if ((await objects.tagOf(key)) === undefined) {
      await requests.requestResults(caller, rfp.rfpId, content);
      return reject(resultsBeingWritten(rfp.rfpId, status), { 'Retry-After': String(RETRY_AFTER_SECONDS) });
    }
    const url = await signed.get(key, {
      ...{ fileName, seconds: ADDRESS_SECONDS },
      ...(format === 'xlsx' ? { contentType: WORKBOOK } : {}),
    });
    if (redirect === 'true') return succeed({ location: url });
    const expiresAt = new Date(now().getTime() + ADDRESS_SECONDS * 1000);
    const json: ResultsAddressAnswer = { file: { url, expires_at: expiresAt.toISOString() } };
    return succeed({ json });
  };
}
