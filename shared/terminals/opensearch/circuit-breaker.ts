export interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. */
  readonly failures: number;
  /** Time that the circuit stays open before one trial call. */
  readonly openMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Circuit breaker: opens after consecutive failures, then allows one trial call per `openMs` until one succeeds. */
export interface CircuitBreaker {
  /** Whether to call. After the circuit opened, only one caller per `openMs` gets true. */
  mayTry(): boolean;
  /** Records a success; returns true if it closed the circuit. */
  succeeded(): boolean;
  failed(): void;
}

/** Creates a closed circuit breaker. */
export function createCircuitBreaker({ failures, openMs, now }: CircuitBreakerOptions): CircuitBreaker {
  let consecutiveFailures = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  return {
    mayTry: () => {
      if (consecutiveFailures < failures) return true;
      if (now() < openUntil) return false;
      // Extended before the outcome is known, so that other callers do not try at the same time.
      openUntil = now() + openMs;
      return true;
    },
    succeeded: () => {
      const wasOpen = consecutiveFailures >= failures;
      consecutiveFailures = 0;
      return wasOpen;
    },
    failed: () => {
      consecutiveFailures += 1;
      openUntil = now() + openMs;
    },
  };
}
