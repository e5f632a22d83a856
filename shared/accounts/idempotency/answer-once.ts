import type { Account } from '../../platform/account/account.ts';
import type { ApiRequest } from '../../platform/http/api-request.ts';
import { type Answer, refuse } from '../../platform/http/outcome.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { bodyHash } from './body-hash.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import type { IdempotencyStore, KeyedCall, StoredAnswer } from './idempotency-store.ts';

export const KEY_REUSED: Refusal = {
  kind: 'conflict',
  code: 'IDEMPOTENCY_CONFLICT',
  message: 'This Idempotency-Key was used with another request body. Send another key with another body.',
};

const KEY_IN_USE: Refusal = {
  kind: 'conflict',
  code: 'IDEMPOTENCY_CONFLICT',
  message: 'Another call with this Idempotency-Key is being answered. Try again.',
};

export interface AnswerOnceParts {
  readonly store: IdempotencyStore;
  /** Name of the operation whose keys these are. */
  readonly operation: string;
  readonly now: () => Date;
  /** Headers that a repeated answer has of its own; an answer's own headers are not remembered. */
  readonly headersOfReplay?: (caller: Account) => Promise<Readonly<Record<string, string>>>;
}

/**
 * Answers calls with the same Idempotency-Key once. `run` gets the keyed call, and must write the answer in the same
 * transaction as what the call does, or answer with `replayAnswer` where another call was first; so that none of two
 * calls at once has to wait for the other, and a crash leaves nothing to clear up. A refusal is never remembered.
 */
export function answerOnceUseCase({ store, operation, now, headersOfReplay }: AnswerOnceParts) {
  return async <Body>(
    { caller, headers, body }: Pick<ApiRequest, 'caller' | 'headers' | 'body'>,
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
      // Computed when it is first read: a rejected call without an earlier answer has no use for it.
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

/** What a call is answered whose key has an answer: that one, or a refusal where its body is another. */
export function replayAnswer(call: KeyedCall, earlier: StoredAnswer): Answer<never> {
  return earlier.bodyHash === call.bodyHash ? { ok: true, replayed: earlier.body } : refuse(KEY_REUSED);
}

/**
 * What a call is answered whose write was refused: what another one with its key got, that was ahead of it, or else
 * `otherwise`.
 */
export async function replayOrRefuse(
  store: IdempotencyStore,
  call: KeyedCall,
  otherwise = KEY_IN_USE,
): Promise<Answer<never>> {
  const earlier = await store.find(call);
  return earlier ? replayAnswer(call, earlier) : refuse(otherwise);
}
