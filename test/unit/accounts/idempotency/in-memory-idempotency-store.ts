import {
  ANSWER_RETENTION_MS,
  type IdempotencyStore,
  type KeyedAnswer,
  type KeyedCall,
  type StoredAnswer,
} from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';

export interface InMemoryAnswers extends IdempotencyStore {
  /** The current answer; undefined if the key has none. */
  has(call: KeyedCall): StoredAnswer | undefined;
  remember(answer: KeyedAnswer): void;
}

const nameOf = ({ orgId, mode, operation, key }: KeyedCall) => JSON.stringify([orgId, mode, operation, key]);

/** In-memory idempotency store with the same contract. */
export function createInMemoryAnswers(): InMemoryAnswers {
  const answers = new Map<string, StoredAnswer & { expires: number }>();
  const has = (call: KeyedCall) => {
    const found = answers.get(nameOf(call));
    if (!found || found.expires <= call.at.getTime()) return undefined;
    const { expires: _, ...answer } = found;
    return answer;
  };
  return {
    has,
    find: async (call) => has(call),
    remember: ({ call, body }) => {
      const expires = call.at.getTime() + ANSWER_RETENTION_MS;
      answers.set(nameOf(call), { bodyHash: call.bodyHash, body, writtenBy: '', expires });
    },
  };
}
