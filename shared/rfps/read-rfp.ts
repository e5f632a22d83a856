import type * as v from 'valibot';
import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { describeRfpDetail, type readRfpAnswer } from './documents/rfp-document.ts';
import { parseRfpId } from './record/stored-rfp.ts';
import { rfpNotFound } from './rfp-rejections.ts';
import type { RfpReader } from './store/dynamodb-rfp-reader.ts';

/** Earlier versions of an answer. */
const MAX_VERSIONS = 20;

/** Reads one RFP of a caller. A malformed id and the id of another account's RFP are both not found. */
export function readRfpUseCase(rfps: Pick<RfpReader, 'read' | 'earlierVersions'>) {
  return async (text: string, caller: Account): Promise<Outcome<v.InferOutput<typeof readRfpAnswer>>> => {
    const rfpId = parseRfpId(text);
    const rfp = rfpId && (await rfps.read(caller, rfpId));
    if (!rfp) return reject(rfpNotFound(text));
    const earlier = rfp.version > 1 ? await rfps.earlierVersions(caller, rfp.rfpId, MAX_VERSIONS) : [];
    return succeed({ rfp: describeRfpDetail(rfp, earlier) });
  };
}
