import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { integerText } from '../../platform/http/integer-parameter.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { invalidParameters } from '../../quotes/request/quote-rejections.ts';
import type { PricedVersion } from '../pricing/view-lanes.ts';
import { parseRfpId, type StoredRfp } from '../record/stored-rfp.ts';
import { rfpNotFound } from '../rfp-rejections.ts';
import type { RfpReader } from '../store/dynamodb-rfp-reader.ts';

export interface FoundVersion {
  readonly rfp: StoredRfp;
  readonly version: PricedVersion;
}

const MAX_VERSION = 99_999;

/** A version of an RFP in a query. */
export const versionParameter = v.exactOptional(integerText(1, MAX_VERSION, 'must be a version of the RFP'));

/**
 * Finds a version of a caller's RFP. A malformed id and the id of another account's RFP are both not found.
 * @param number undefined: the current version.
 */
export async function findVersion(
  rfps: Pick<RfpReader, 'read' | 'earlierVersion'>,
  caller: Account,
  id: string,
  number: number | undefined,
): Promise<Outcome<FoundVersion>> {
  const rfpId = parseRfpId(id);
  const rfp = rfpId && (await rfps.read(caller, rfpId));
  if (!rfp) return reject(rfpNotFound(id));
  if (number === undefined || number === rfp.version) return succeed({ rfp, version: rfp });
  const earlier = number < rfp.version ? await rfps.earlierVersion(caller, rfp.rfpId, number) : undefined;
  if (earlier) return succeed({ rfp, version: { ...earlier, rfpId: rfp.rfpId } });
  const message = `must be a version of the RFP: 1 to ${rfp.version}`;
  return reject(invalidParameters([{ field: 'version', message }]));
}
