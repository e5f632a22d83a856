import { KEY_IN_USE } from '../accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { UsageOf } from '../accounts/usage/dynamodb-read-account.ts';
import { usagePeriod } from '../accounts/usage/usage-headers.ts';
import type { CustomerMatches } from '../customers/dynamodb-customers.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import type { PresignedRequests } from '../platform/s3/compose-uploads.ts';
import type { StrategyStore } from '../quotes/strategy/dynamodb-strategies.ts';
import { type CreatedRfpAnswer, describeRfp, type RfpAnswer } from './documents/rfp-document.ts';
import { rfpFileKey } from './files/rfp-file-key.ts';
import { readLaneUsage } from './lane-usage.ts';
import type { RfpRequest } from './read-rfp-request.ts';
import { newStoredRfp, parseRfpId, pricingMoment, type RfpId } from './record/stored-rfp.ts';
import { TOO_MANY_RFPS } from './rfp-rejections.ts';
import type { RfpStore } from './store/dynamodb-rfp-store.ts';

export interface CreateRfpPorts {
  readonly rfps: Pick<RfpStore, 'create'>;
  readonly usageOf: UsageOf;
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly customers: Pick<CustomerMatches, 'idsOf'>;
  readonly newRfpId: (now: Date) => RfpId;
  readonly now: () => Date;
}

/** How long the file can be sent. */
const ADDRESS_SECONDS = 3_600;

/**
 * Stores an RFP to be priced, and counts one call for each ten lanes begun in the same write. Over the usage limit nothing
 * is made. Without lanes it awaits its file, whose lanes count. All calls with one Idempotency-Key create one RFP.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function createRfpUseCase(ports: CreateRfpPorts) {
  return async (
    { fields, lanes }: RfpRequest,
    caller: Account,
    keyed?: KeyedCall,
  ): Promise<Answer<RfpAnswer>> => {
    const now = ports.now();
    const { customer, contractStart } = fields;
    const [usage, named, strategy] = await Promise.all([
      readLaneUsage(ports.usageOf, caller, now),
      ports.customers.idsOf(caller, [customer]),
      lanes && ports.strategies.current(caller.orgId, caller.mode),
    ]);
    if (!usage.ok) return usage;
    const counted = lanes && usage.body(lanes.length);
    const rfp = newStoredRfp({
      ...fields,
      customerId: named.get(customer)?.customerId ?? undefined,
      rfpId: ports.newRfpId(now),
      lanes: lanes?.length ?? 0,
      pricing: {
        asOf: (lanes ? pricingMoment(contractStart, now) : now).toISOString(),
        strategyVersion: strategy?.version ?? 0,
      },
      calls: counted?.reservation.calls ?? 0,
      period: usagePeriod(now),
      ...(lanes ? {} : { uploadUntil: new Date(now.getTime() + ADDRESS_SECONDS * 1000).toISOString() }),
    });
    const body = { rfp: describeRfp(rfp) };
    const answer = keyed && { call: keyed, body: JSON.stringify(body) };
    const written = await ports.rfps.create(caller, rfp, {
      answer,
      ...(lanes && { lanes }),
      ...(counted && { reservation: counted.reservation }),
    });
    if (written.outcome === 'answered-before') return reject(KEY_IN_USE);
    if (written.outcome === 'too-many-waiting') return reject(TOO_MANY_RFPS);
    if (written.outcome === 'over-limit' && counted) return counted.overLimit(written.used);
    return succeed(body, counted?.headers);
  };
}

/**
 * Adds the address for the file to the answer of a creation. It is signed for each answer and never stored: a replayed
 * answer gets a new one, which expires at the same time. The bucket accepts one file for each RFP.
 */
export function addFileAddressUseCase(signed: Pick<PresignedRequests, 'put'>, now: () => Date) {
  const withAddress = async (caller: Account, { rfp }: CreatedRfpAnswer): Promise<CreatedRfpAnswer> => {
    const rfpId = parseRfpId(rfp.rfp_id);
    const until = rfp.upload_until;
    const seconds = until === null ? 0 : Math.floor((Date.parse(until) - now().getTime()) / 1000);
    if (rfpId === undefined || until === null || seconds < 1) return { rfp };
    const { headers, ...put } = await signed.put(rfpFileKey(caller, rfpId), {
      contentType: 'text/csv',
      seconds,
    });
    return { rfp: { ...rfp, upload: { ...put, headers: { ...headers }, expires_at: until } } };
  };
  return async (caller: Account, answer: Answer<CreatedRfpAnswer>): Promise<Answer<CreatedRfpAnswer>> => {
    if (!answer.ok) return answer;
    if ('replayed' in answer) {
      const stored = JSON.parse(answer.replayed) as CreatedRfpAnswer;
      return { ...answer, replayed: JSON.stringify(await withAddress(caller, stored)) };
    }
    return { ...answer, body: await withAddress(caller, answer.body) };
  };
}
