import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { invalidParameters } from '../../quotes/pricing/quote-rejections.ts';
import { resultsFile } from '../files/results-file.ts';
import { MAX_BODY_LANES } from '../lanes/lane-draft.ts';
import { type ViewLanesPorts, viewLanes } from '../pricing/view-lanes.ts';
import { allows, rfpStatus } from '../record/rfp-status.ts';
import type { RfpStore } from '../record/rfp-store.ts';
import { resultsTooLarge, rfpNotFound, rfpNotReady } from '../rfp-rejections.ts';
import { findVersion } from './find-version.ts';
import { versionParameter } from './lanes-query.ts';

/** A response of Lambda has 6 MB, with the body as a JSON string; the rest is for its headers. */
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024 - 64 * 1024;

export const resultsParameters = v.object({ version: versionParameter });

export interface ReadResultsPorts extends ViewLanesPorts {
  readonly rfps: ViewLanesPorts['rfps'] & Pick<RfpStore, 'read' | 'earlierVersion'>;
}

/** Makes the file of all lanes of a version with their results. Earlier versions are always complete. */
export function readResultsUseCase(ports: ReadResultsPorts) {
  return async (
    id: string,
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<string>> => {
    const parsed = v.safeParse(resultsParameters, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const found = await findVersion(ports.rfps, caller, id, parsed.output.version);
    if (!found.ok) return found;
    const { rfp, version } = found.body;
    const status = rfpStatus(rfp);
    const isCurrent = version.version === rfp.version;
    if (isCurrent && !allows(status, 'read-results')) return reject(rfpNotReady(id, status, 'read-results'));
    if (rfp.lanes > MAX_BODY_LANES) return reject(resultsTooLarge(id, status));
    const indexes = Array.from({ length: rfp.lanes }, (_, index) => index);
    const lanes = await viewLanes(ports, caller, version, indexes);
    // Lanes of a complete version lack a result only after a deletion.
    if (lanes.length < indexes.length) return reject(rfpNotFound(id));
    const file = resultsFile(lanes, rfp.columns);
    if (Buffer.byteLength(JSON.stringify(file)) > MAX_RESPONSE_BYTES) {
      return reject(resultsTooLarge(id, status));
    }
    return succeed(file, {
      'Content-Disposition': `attachment; filename="${rfp.rfpId}-results.csv"`,
    });
  };
}
