import { createHash } from 'node:crypto';
import type { Account } from '../../platform/account/account.ts';
import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';
import type { ApiRequest } from '../../platform/http/api-request.ts';
import type { DescribedError } from '../../platform/http/operation-description.ts';
import { type Answer, type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import type { IdempotencyStore, KeyedCall, StoredAnswer } from './dynamodb-idempotency-store.ts';

const HEADER = 'idempotency-key';

/** Visible ASCII without spaces, so that two joined headers are rejected. */
const KEY = /^[\x21-\x7e]{1,255}$/;

const MUST = 'must be sent once, with 1 to 255 visible ASCII characters, such as a UUID';

export const KEY_MALFORMED: Rejection = {
  kind: 'invalid',
  message: `Idempotency-Key ${MUST}.`,
  details: { errors: [{ field: 'Idempotency-Key', message: MUST }] },
};

/**
 * The Idempotency-Key of a call; undefined if it has none.
 * @param headers by name in lower case.
 */
function readIdempotencyKey(headers: Readonly<Record<string, string>>): Outcome<string | undefined> {
  const key = headers[HEADER];
  if (key === undefined) return succeed(undefined);
  return KEY.test(key) ? succeed(key) : reject(KEY_MALFORMED);
}

interface OpenContainer {
  readonly container: Readonly<Record<string | number, unknown>>;
  /** Sorted; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/** UTF-16 units per call of the hash function. One call per value would cost more than the hashing. */
const CHUNK_UNITS = 16_384;

/**
 * SHA-256 (hex) of a parsed JSON value, independent of member order and white space. Uses no recursion, because a body
 * can be nested deeper than the call stack, and makes no copy of the body.
 */
export function bodyHash(body: unknown): string {
  const hash = createHash('sha256');
  const open: OpenContainer[] = [];
  let text = '';

  const write = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      text += scalarText(value);
      if (open.length > 0) text += ',';
    } else {
      const container = openContainer(value);
      text += container.names ? '{' : '[';
      open.push(container);
    }
  };

  write(body);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    if (top.next < top.length) {
      const name = top.names?.[top.next];
      if (name !== undefined) text += `${JSON.stringify(name)}:`;
      const value = top.container[name ?? top.next];
      top.next += 1;
      write(value);
    } else {
      open.pop();
      text += top.names ? '}' : ']';
      if (open.length > 0) text += ',';
    }
    if (text.length >= CHUNK_UNITS) {
      hash.update(text);
      text = '';
    }
  }
  return hash.update(text).digest('hex');
}

function openContainer(value: object): OpenContainer {
  const container = value as OpenContainer['container'];
  if (Array.isArray(value)) return { container, names: undefined, length: value.length, next: 0 };
  const names = Object.keys(value).sort();
  return { container, names, length: names.length, next: 0 };
}

/** The JSON text of a scalar. Numbers take a fast path, since they are the most frequent values. */
function scalarText(value: unknown): string {
  return Number.isFinite(value) ? String(value) : JSON.stringify(value);
}

export const KEY_REUSED: Rejection = {
  kind: 'conflict',
  code: 'IDEMPOTENCY_CONFLICT',
  message: 'This Idempotency-Key was used with another request body. Send another key with another body.',
};

export const KEY_IN_USE: Rejection = {
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
 * the same transaction as the effect of the call. Concurrent calls therefore do not wait for each other, and a crash leaves
 * no partial state. Errors are never stored.
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
    const answer = earlier ? replayAnswer(call, earlier) : await runKeyed(store, call, run);
    if (!('replayed' in answer) || headersOfReplay === undefined) return answer;
    return { ...answer, headers: await headersOfReplay(caller) };
  };
}

/**
 * Runs a call that has no stored answer yet. If it is rejected, or other writes come first each time, the reason can be a
 * concurrent call with the same key: its answer is replayed.
 */
export async function runKeyed<Body>(
  store: IdempotencyStore,
  call: KeyedCall,
  run: (call: KeyedCall) => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const replayed = async () => {
    const earlier = await store.find(call);
    return earlier && replayAnswer(call, earlier);
  };
  try {
    const answer = await run(call);
    return answer.ok ? answer : ((await replayed()) ?? answer);
  } catch (error) {
    const answer = error instanceof ContendedWriteError ? await replayed() : undefined;
    if (answer === undefined) throw error;
    return answer;
  }
}

/** Replays the stored answer of a key, or returns an error if the request body differs. */
export function replayAnswer(call: KeyedCall, earlier: StoredAnswer): Answer<never> {
  return earlier.bodyHash === call.bodyHash ? { ok: true, replayed: earlier.body } : reject(KEY_REUSED);
}
