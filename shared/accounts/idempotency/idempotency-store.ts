import type { KeyMode } from '../../platform/account/account.ts';

/** A call that carries an Idempotency-Key. Keys are apart by organization, mode and operation. */
export interface KeyedCall {
  readonly orgId: string;
  readonly mode: KeyMode;
  /** Name of the operation: "price-lanes". Without "#". */
  readonly operation: string;
  /** 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Tells this body from others (`bodyHash`). */
  readonly bodyHash: string;
  /** When the call came: an answer is remembered for 24 hours from here. */
  readonly at: Date;
}

/** The answer that a keyed call is about to give. */
export interface KeyedAnswer {
  readonly call: KeyedCall;
  /** JSON text of the 200 body, as it is sent. */
  readonly body: string;
}

/** The answer that a key has got. */
export interface StoredAnswer {
  /** Of the call that was answered. */
  readonly bodyHash: string;
  /** JSON text of the 200 body, byte for byte. */
  readonly body: string;
}

/** How long a success is repeated. */
export const ANSWER_RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Port: answers of keyed calls. Only successes are remembered, and only together with what they did: the adapter of
 * the use case's own store writes both in one transaction.
 */
export interface IdempotencyStore {
  /** The answer that this call's key has got; undefined when it has none yet, or none any more. */
  find(call: KeyedCall): Promise<StoredAnswer | undefined>;
}
