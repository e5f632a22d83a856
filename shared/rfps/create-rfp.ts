import { replayAnswer, replayOrReject } from '../accounts/idempotency/answer-once.ts';
import type { IdempotencyStore, KeyedAnswer, KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import type { AccountLedger } from '../accounts/usage/account-ledger.ts';
import { usageHeaders } from '../accounts/usage/usage-headers.ts';
import { usagePeriod } from '../accounts/usage/usage-period.ts';
import type { CustomerMatches } from '../customers/dynamodb-customers.ts';
import type { Account } from '../platform/account/account.ts';
import { ContendedWriteError } from '../platform/dynamodb/contended-write-error.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import { BILLING_REQUIRED, ORGANIZATION_MISSING } from '../quotes/request/quote-rejections.ts';
import type { StrategyStore } from '../quotes/strategy/strategy-store.ts';
import { describeRfp, type RfpAnswer } from './documents/rfp-document.ts';
import type { LaneDraft } from './lanes/lane-draft.ts';
import type { RfpRequest } from './read-rfp-request.ts';
import { countedCalls } from './record/counted-calls.ts';
import { pricingMoment } from './record/pricing-moment.ts';
import type { RfpId } from './record/rfp-id.ts';
import { newStoredRfp, type RfpStore } from './record/stored-rfp.ts';
import { TOO_MANY_RFPS, usageLimitExceeded } from './rfp-rejections.ts';

export interface CreateRfpPorts {
  readonly rfps: Pick<RfpStore<KeyedAnswer>, 'create'>;
  readonly ledger: Pick<AccountLedger, 'read'>;
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly customers: Pick<CustomerMatches, 'idsOf'>;
  readonly answers: IdempotencyStore;
  readonly newRfpId: (now: Date) => RfpId;
  readonly now: () => Date;
}

/** `keyed` is present if the call has an Idempotency-Key: all calls with that key create one RFP. */
export type CreateRfp = (
  request: RfpRequest & { readonly lanes: readonly LaneDraft[] },
  caller: Account,
  keyed?: KeyedCall,
) => Promise<Answer<RfpAnswer>>;

/** The customer that a name stands for now. */
export async function customerIdOf(
  customers: CreateRfpPorts['customers'],
  caller: Account,
  name: string,
): Promise<string | undefined> {
  const named = await customers.idsOf(caller, [name]);
  return named.get(name)?.customerId ?? undefined;
}

/**
 * Stores an RFP to be priced, and counts one call for each ten lanes begun in the same write. Over the usage limit
 * nothing is made.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function createRfpUseCase(ports: CreateRfpPorts): CreateRfp {
  return async ({ fields, lanes }, caller, keyed) => {
    const now = ports.now();
    const period = usagePeriod(now);
    const [account, strategy, customerId] = await Promise.all([
      ports.ledger.read(caller, period),
      ports.strategies.current(caller.orgId, caller.mode),
      customerIdOf(ports.customers, caller, fields.customer),
    ]);
    if (!account) return reject(ORGANIZATION_MISSING);
    if (!account.billing) return reject(BILLING_REQUIRED);
    const { usageLimit } = account;
    const calls = countedCalls(lanes.length);
    const rfpId = ports.newRfpId(now);
    const rfp = {
      ...{ ...fields, customerId },
      rfpId,
      lanes,
      pricing: {
        asOf: pricingMoment(fields.contractStart, now).toISOString(),
        strategyVersion: strategy.version,
      },
    };
    const body = { rfp: describeRfp(newStoredRfp(rfp, { calls, period })) };
    const answer = keyed && { call: keyed, body: JSON.stringify(body) };
    try {
      const creation = await ports.rfps.create(caller, rfp, { calls, period, usageLimit }, answer);
      if (creation.outcome === 'created') {
        return succeed(body, usageHeaders({ used: account.used + calls, usageLimit }, now));
      }
      // Only a call with an Idempotency-Key has an extra write, that of its answer.
      if (creation.outcome === 'extra-write-rejected') {
        return keyed ? replayOrReject(ports.answers, keyed) : succeed(body);
      }
      if (creation.outcome === 'too-many-waiting') return reject(TOO_MANY_RFPS);
      const { used } = creation;
      return reject(
        usageLimitExceeded({ used, usageLimit, calls }, now),
        usageHeaders({ used, usageLimit }, now),
      );
    } catch (error) {
      // The writes that came first may be those of a call with the same key.
      const earlier =
        error instanceof ContendedWriteError && keyed ? await ports.answers.find(keyed) : undefined;
      if (keyed && earlier) return replayAnswer(keyed, earlier);
      throw error;
    }
  };
}
