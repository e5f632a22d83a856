import type { Account } from '../../platform/account/account.ts';
import type { ApiRequest } from '../../platform/http/api-request.ts';
import type { DescribedError } from '../../platform/http/operation-description.ts';
import { type Answer, reject } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import { bodyHash } from './body-hash.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import type { IdempotencyStore, KeyedCall, StoredAnswer } from './idempotency-store.ts';

export const KEY_REUSED: Rejection = {
  kind: 'conflict',
  code: 'IDEMPOTENCY_CONFLICT',
  message: 'This Idempotency-Key was used with another request body. Send another key with another body.',
};

const KEY_IN_USE: Rejection = {
  kind: 'conflict',
  code: 'IDEMPOTENCY_CONFLICT',
  message: 'Another call with this Idempotency-Key is being answered. Try again.',
};

export const IDEMPOTENCY_CONFLICT_ERROR: DescribedError = {
  status: 409,
  code: 'IDEMPOTENCY_CONFLICT',
  when: 'The Idempotency-Key was used with another body, or a call with it is being answered.',
};

export interface AnswerOnceParts {
  readonly store: IdempotencyStore;
  /** Name of the operation. Keys of different operations are independent. */
  readonly operation: string;
  readonly now: () => Date;
  /** Headers of a replayed answer. The headers of the original answer are not stored. */
  readonly headersOfReplay?: (caller: Account) => Promise<Readonly<Record<string, string>>>;
}

/**
 * Runs calls with the same Idempotency-Key once and replays the stored answer afterwards. `run` must store the answer in
 * the same transaction as the effect of the call, or return `replayAnswer` if a concurrent call was first. Concurrent
 * calls therefore do not wait for each other, and a crash leaves no partial state. Errors are never stored.
 */
export function answerOnceUseCase({ store, operation, now, headersOfReplay }: AnswerOnceParts) {
  return async <Body>(
    { caller, headers, body }: Pick<ApiRequest, 'headers' | 'body'> & { readonly caller: Account },
    run: (keyed: KeyedCall | undefined) => Promise<Answer<Body>>,
  ): Promise<Answer<Body>> => {
    const key = readIdempotencyKey(headers);
    if (!key.ok) return key;
    if (key.body === undefined) return run(undefined);

    const { orgId, mode } = caller;
    let hash: string | undefined;
    const call = {
      orgId,
      mode,
      operation,
      key: key.body,
      at: now(),
      // Computed on first use: a rejected call without a stored answer does not need it.
      get bodyHash() {
        hash ??= bodyHash(body);
        return hash;
      },
    };
    const earlier = await store.find(call);
    const answer = earlier ? replayAnswer(call, earlier) : await run(call);
    if (!('replayed' in answer) || headersOfReplay === undefined) return answer;
    return { ...answer, headers: await headersOfReplay(caller) };
  };
}

/** Replays the stored answer of a key, or returns an error if the request body differs. */
export function replayAnswer(call: KeyedCall, earlier: StoredAnswer): Answer<never> {
  return earlier.bodyHash === call.bodyHash ? { ok: true, replayed: earlier.body } : reject(KEY_REUSED);
}

/**
 * Answers a call whose write failed: replays the answer of a concurrent call with the same key, or returns the error
 * `otherwise`.
 */
export async function replayOrReject(
  store: IdempotencyStore,
  call: KeyedCall,
  otherwise = KEY_IN_USE,
): Promise<Answer<never>> {
  const earlier = await store.find(call);
  return earlier ? replayAnswer(call, earlier) : reject(otherwise);
}
