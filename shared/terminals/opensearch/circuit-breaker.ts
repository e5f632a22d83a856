export interface CircuitBreakerOptions {
  /** Failures in a row that open it. */
  readonly failures: number;
  /** How long it stays open before one call tries again. */
  readonly openMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Keeps calls from something that fails: open after some failures in a row, then one try at a time until one succeeds. */
export interface CircuitBreaker {
  /** Whether to try; a true in a time of trouble is given to one caller only. */
  mayTry(): boolean;
  /** Notes a success; true where that ended a time of trouble. */
  succeeded(): boolean;
  failed(): void;
}

/** Makes a closed one. */
export function createCircuitBreaker({ failures, openMs, now }: CircuitBreakerOptions): CircuitBreaker {
  let consecutiveFailures = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  return {
    mayTry: () => {
      if (consecutiveFailures < failures) return true;
      if (now() < openUntil) return false;
      // Moved before the outcome is known: everybody else goes on resting meanwhile.
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
