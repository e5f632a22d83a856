import { replayAnswer, replayOrReject } from '../accounts/idempotency/answer-once.ts';
import type { IdempotencyStore, KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { ContendedWriteError } from '../platform/dynamodb/contended-write-error.ts';
import { type Answer, type Outcome, type Rejected, reject, succeed } from '../platform/http/outcome.ts';
import { CONTENDED } from '../platform/http/rejection.ts';
import { describeRfp, type RfpAnswer } from './documents/rfp-document.ts';
import { parseRfpId } from './record/rfp-id.ts';
import { changedRfp, type RfpChange, type StoredRfp } from './record/stored-rfp.ts';
import { rfpNotFound, TOO_MANY_RFPS } from './rfp-rejections.ts';
import type { RfpStore } from './store/dynamodb-rfp-store.ts';

/** A change that others made first is tried again, with their change as its base. */
const MAX_ATTEMPTS = 5;

export interface ApplyRfpChangePorts {
  readonly rfps: Pick<RfpStore, 'read' | 'change'>;
  /** Absent: no call has an Idempotency-Key. */
  readonly answers?: IdempotencyStore;
}

/** A call that changes an RFP. */
interface RfpCall {
  /** As the caller wrote it. */
  readonly rfpId: string;
  readonly caller: Account;
  readonly keyed?: KeyedCall | undefined;
}

/** A change of an RFP as read. */
export interface ComposedChange {
  /** Undefined: the RFP is as requested, and nothing is written. */
  readonly change: RfpChange | undefined;
  /** Of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer if the calls of a new version exceed the limit. */
  readonly overLimit?: (used: number) => Rejected;
}

/**
 * Changes an RFP and stores the answer of a call with a key in the same write. `compose` runs again for the RFP as others
 * changed it, so that no change is lost.
 * @throws ContendedWriteError if other writes came first each time.
 */
export async function applyRfpChange(
  { rfps, answers }: ApplyRfpChangePorts,
  { rfpId: id, caller, keyed }: RfpCall,
  compose: (rfp: StoredRfp) => Outcome<ComposedChange> | Promise<Outcome<ComposedChange>>,
): Promise<Answer<RfpAnswer>> {
  const rfpId = parseRfpId(id);
  if (rfpId === undefined) return reject(rfpNotFound(id));
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const rfp = await rfps.read(caller, rfpId);
      if (rfp === undefined) return reject(rfpNotFound(id));
      const composed = await compose(rfp);
      if (!composed.ok) return (await replayed()) ?? composed;
      const { change, headers, overLimit } = composed.body;
      if (change === undefined) return succeed({ rfp: describeRfp(rfp) }, headers);
      const body = { rfp: describeRfp(changedRfp(rfp, change)) };
      const answer = keyed && { call: keyed, body: JSON.stringify(body) };
      const changed = await rfps.change(caller, rfp, change, answer);
      if (changed.outcome === 'written') return succeed(body, headers);
      if (changed.outcome === 'answered-before' && keyed && answers) return replayOrReject(answers, keyed);
      if (changed.outcome === 'too-many-waiting') return reject(TOO_MANY_RFPS);
      if (changed.outcome === 'over-limit' && overLimit) return overLimit(changed.used);
    }
    return (await replayed()) ?? reject(CONTENDED);
  } catch (error) {
    // The writes that came first may be those of a call with the same key.
    const earlier = error instanceof ContendedWriteError ? await replayed() : undefined;
    if (earlier) return earlier;
    throw error;
  }

  /** The answer of a concurrent call with the same key; undefined if there is none. */
  async function replayed(): Promise<Answer<never> | undefined> {
    const earlier = keyed && (await answers?.find(keyed));
    return keyed && earlier ? replayAnswer(keyed, earlier) : undefined;
  }
}
