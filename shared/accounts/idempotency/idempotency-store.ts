import type { KeyMode } from '../../platform/account/account.ts';

/** A call with an Idempotency-Key. Keys of different organizations, modes and operations are independent. */
export interface KeyedCall {
  readonly orgId: string;
  readonly mode: KeyMode;
  /** Name of the operation, without "#": "price-lanes". */
  readonly operation: string;
  /** 1 to 255 visible ASCII characters. */
  readonly key: string;
  readonly bodyHash: string;
  /** Time of the call. Its answer is stored for 24 hours from then. */
  readonly at: Date;
}

export interface KeyedAnswer {
  readonly call: KeyedCall;
  /** JSON text of the 200 body, as it is sent. */
  readonly body: string;
}

export interface StoredAnswer {
  readonly bodyHash: string;
  /** JSON text of the 200 body, byte for byte. */
  readonly body: string;
}

export const ANSWER_RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Port: answers of keyed calls. Only successes are stored, in the same transaction as the effect of the call, by the
 * adapter of the use case's own store.
 */
export interface IdempotencyStore {
  /** The stored answer of this call's key; undefined if there is none or it is expired. */
  find(call: KeyedCall): Promise<StoredAnswer | undefined>;
}
