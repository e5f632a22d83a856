import { type Answer, reject } from '../../platform/http/outcome.ts';
import { replayOrReject } from '../idempotency/answer-once.ts';
import type { IdempotencyStore, KeyedCall } from '../idempotency/idempotency-store.ts';
import type { KeyRejection } from './change-keys.ts';
import { KEY_REJECTIONS } from './key-rejections.ts';

class AnswerWithoutKeyError extends Error {
  override readonly name = 'AnswerWithoutKeyError';
}

/**
 * Answers a change that was not made. With an Idempotency-Key, a concurrent call with the same key may have made it: its
 * answer is replayed.
 */
export async function answerUnchanged(
  answers: IdempotencyStore,
  reason: KeyRejection,
  keyed: KeyedCall | undefined,
): Promise<Answer<never>> {
  if (reason === 'answered') {
    if (keyed === undefined) throw new AnswerWithoutKeyError();
    return replayOrReject(answers, keyed);
  }
  const rejection = KEY_REJECTIONS[reason];
  return keyed === undefined ? reject(rejection) : replayOrReject(answers, keyed, rejection);
}
