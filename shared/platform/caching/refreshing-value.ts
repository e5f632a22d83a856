/** Port: what is in force at the moment of asking. */
export interface Source<Value> {
  current(): Promise<Value>;
}

export interface RefreshingValue<Value> {
  /**
   * Looks at where the value is kept. Undefined leaves what is in service as it is: nothing newer, or nothing usable.
   * Throws where the place cannot be read.
   */
  readonly look: () => Promise<Value | undefined>;
  /** For a process that has seen no value yet and gets none. */
  readonly fallback: () => Value;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Age from which it is looked again, beside the answer; from twice that the caller waits for it. */
  readonly refreshAfterMs: number;
  readonly onUnreadable: (error: unknown) => void;
}

/** Longest that a caller waits for a look before the last good value does. */
const PATIENCE_MS = 2_500;

/** A place that failed is left alone so long. */
const RETRY_AFTER_MS = 5_000;

class SlowLookError extends Error {
  override readonly name = 'SlowLookError';
}

/**
 * A value kept in memory and renewed when it changes elsewhere. The first caller of a process waits for it; later ones
 * get what is there while it is looked at anew, as long as that was done lately. Callers share one look.
 */
export function createRefreshingValue<Value>(options: RefreshingValue<Value>): Source<Value> {
  const { look, fallback, now, refreshAfterMs, onUnreadable } = options;
  let inService: { readonly value: Value } | undefined;
  /** When the question was asked whose answer is in service: a process may be frozen before it hears the answer. */
  let trueAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    const askedAt = now();
    try {
      const value = await look();
      if (value !== undefined) inService = { value };
      trueAt = askedAt;
    } catch (error) {
      failedAt = now();
      onUnreadable(error);
    }
  };

  const refreshOnce = (): Promise<void> => {
    looking ??= refresh().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const waitFor = async (refreshed: Promise<void>): Promise<void> => {
    if (await endsWithin(PATIENCE_MS, refreshed)) return;
    failedAt = now();
    onUnreadable(new SlowLookError(`no answer within ${PATIENCE_MS} ms`));
  };

  const age = () => now() - trueAt;
  const mayLook = () => now() - failedAt >= Math.min(RETRY_AFTER_MS, refreshAfterMs);

  return {
    current: async () => {
      if (age() >= refreshAfterMs && mayLook()) {
        const refreshed = refreshOnce();
        if (inService === undefined || age() >= 2 * refreshAfterMs) {
          await waitFor(refreshed);
          // That look may have begun before a long freeze: what it heard is old.
          if (age() >= 2 * refreshAfterMs && mayLook()) await waitFor(refreshOnce());
        }
      }
      inService ??= { value: fallback() };
      return inService.value;
    },
  };
}

async function endsWithin(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const ended = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return ended;
}
