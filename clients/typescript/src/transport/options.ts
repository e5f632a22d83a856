import type { LogEntry } from './log.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly signal: AbortSignal;
    readonly redirect: 'manual';
  },
) => Promise<Response>;

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call, its retries and waits. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from connection to the end of the body. Default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first attempt. Default: that of the client. */
  readonly maxRetries?: number | undefined;
}

/** Options of one call of an operation that accepts an Idempotency-Key. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. Default: a random key for each call, the same on its retries. Use your own key to
   * repeat a call safely after a restart of your program.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface ClientOptions extends CallOptions {
  readonly apiKey: string;
  /** Address of the API without path, such as `http://localhost:3000`. */
  readonly baseUrl: string;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Receives an entry for each attempt, response and retry. Its exceptions are ignored. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}
