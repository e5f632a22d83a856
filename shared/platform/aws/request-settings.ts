/** Maximum time to connect, also if an attempt may take longer. */
const CONNECTION_TIMEOUT_MS = 5_000;

/** Timeout and number of attempts of a request. */
export interface RequestLimits {
  /** Milliseconds until the response begins, and between two parts of it. */
  readonly timeoutMs: number;
  /** Attempts, including the first. The SDK pauses between them. */
  readonly attempts: number;
}

/** Settings of an AWS client for these limits. By default the SDK has no timeout for an attempt. */
export const requestSettings = ({ timeoutMs, attempts }: RequestLimits) => ({
  maxAttempts: attempts,
  requestHandler: {
    connectionTimeout: Math.min(CONNECTION_TIMEOUT_MS, timeoutMs),
    requestTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Without this setting the SDK only logs a warning and continues to wait.
    throwOnRequestTimeout: true,
  },
});
