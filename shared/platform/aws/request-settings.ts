/** Time for a connection, where an attempt has more: no answer is that slow to begin. */
const CONNECTION_TIMEOUT_MS = 5_000;

/** How long an attempt of a request may take, and how many there are. */
export interface RequestLimits {
  /** Until the answer begins, and between two pieces of it. Milliseconds. */
  readonly timeoutMs: number;
  /** The first one included; the SDK pauses between them. */
  readonly attempts: number;
}

/** Settings of an AWS client for the limits: the SDK itself has no time-out for an attempt. */
export const requestSettings = ({ timeoutMs, attempts }: RequestLimits) => ({
  maxAttempts: attempts,
  requestHandler: {
    connectionTimeout: Math.min(CONNECTION_TIMEOUT_MS, timeoutMs),
    requestTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Without this the SDK only warns and goes on waiting.
    throwOnRequestTimeout: true,
  },
});
