import { replayOrReject } from '../../accounts/idempotency/answer-once.ts';
import type {
  IdempotencyStore,
  KeyedAnswer,
  KeyedCall,
} from '../../accounts/idempotency/idempotency-store.ts';
import type { AccountLedger } from '../../accounts/usage/account-ledger.ts';
import { usagePeriod } from '../../accounts/usage/usage-period.ts';
import type { Account } from '../../platform/account/account.ts';
import { type Answer, reject, succeed } from '../../platform/http/outcome.ts';
import type { PresignedRequests } from '../../platform/s3/presigned-requests.ts';
import { BILLING_REQUIRED, ORGANIZATION_MISSING } from '../../quotes/request/quote-rejections.ts';
import { type CreateRfpPorts, customerIdOf } from '../create-rfp.ts';
import { type CreatedRfpAnswer, describeRfp } from '../documents/rfp-document.ts';
import { rfpFileKey } from '../files/rfp-file-key.ts';
import { NO_COUNTERS } from '../record/rfp-counters.ts';
import { parseRfpId, type RfpId } from '../record/rfp-id.ts';
import { awaitedRfp, type RfpUploadStore } from '../record/rfp-upload-store.ts';
import type { RfpFields } from '../record/stored-rfp.ts';
import { TOO_MANY_RFPS } from '../rfp-rejections.ts';

/** How long the file can be sent. */
export const ADDRESS_SECONDS = 3_600;

export const RFP_FILE_CONTENT_TYPE = 'text/csv';

export interface CreateAwaitedRfpPorts {
  readonly uploads: Pick<RfpUploadStore<KeyedAnswer>, 'createAwaited'>;
  readonly ledger: Pick<AccountLedger, 'read'>;
  readonly customers: CreateRfpPorts['customers'];
  readonly answers: IdempotencyStore;
  readonly newRfpId: (now: Date) => RfpId;
  readonly now: () => Date;
}

/** Stores an RFP that awaits its file. It counts no call: the lanes of the file count. */
export function createAwaitedRfpUseCase(ports: CreateAwaitedRfpPorts) {
  const { uploads, ledger, customers, answers, newRfpId, now } = ports;
  return async (fields: RfpFields, caller: Account, keyed?: KeyedCall): Promise<Answer<CreatedRfpAnswer>> => {
    const moment = now();
    const period = usagePeriod(moment);
    const [account, customerId] = await Promise.all([
      ledger.read(caller, period),
      customerIdOf(customers, caller, fields.customer),
    ]);
    if (!account) return reject(ORGANIZATION_MISSING);
    if (!account.billing) return reject(BILLING_REQUIRED);
    const rfpId = newRfpId(moment);
    const uploadUntil = new Date(moment.getTime() + ADDRESS_SECONDS * 1000).toISOString();
    const rfp = { ...fields, customerId, rfpId, uploadUntil };
    const stored = { ...awaitedRfp(rfp, { period, at: moment.toISOString() }), counters: NO_COUNTERS };
    const body = { rfp: describeRfp(stored) };
    const { outcome } = await uploads.createAwaited(
      caller,
      rfp,
      keyed && { call: keyed, body: JSON.stringify(body) },
    );
    if (outcome === 'too-many-waiting') return reject(TOO_MANY_RFPS);
    return outcome === 'extra-write-rejected' && keyed ? replayOrReject(answers, keyed) : succeed(body);
  };
}

/**
 * Adds the address for the file to the answer of a creation. It is signed for each answer and never stored: a replayed
 * answer gets a new one, which expires at the same time. The bucket accepts one file for each RFP.
 */
export function addFileAddressUseCase(
  signed: Pick<PresignedRequests, 'put'>,
  now: () => Date,
): (caller: Account, answer: Answer<CreatedRfpAnswer>) => Promise<Answer<CreatedRfpAnswer>> {
  const withAddress = async (caller: Account, { rfp }: CreatedRfpAnswer): Promise<CreatedRfpAnswer> => {
    const rfpId = parseRfpId(rfp.rfp_id);
    const until = rfp.upload_until;
    const seconds = until === null ? 0 : Math.floor((Date.parse(until) - now().getTime()) / 1000);
    if (rfpId === undefined || until === null || seconds < 1) return { rfp };
    const { headers, ...put } = await signed.put(rfpFileKey(caller, rfpId), {
      contentType: RFP_FILE_CONTENT_TYPE,
      seconds,
    });
    return { rfp: { ...rfp, upload: { ...put, headers: { ...headers }, expires_at: until } } };
  };
  return async (caller, answer) => {
    if (!answer.ok) return answer;
    if ('replayed' in answer) {
      const stored = JSON.parse(answer.replayed) as CreatedRfpAnswer;
      return { ...answer, replayed: JSON.stringify(await withAddress(caller, stored)) };
    }
    return { ...answer, body: await withAddress(caller, answer.body) };
  };
}
