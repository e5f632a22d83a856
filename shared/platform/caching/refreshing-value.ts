/** Port: a value that may change over time. */
export interface Source<Value> {
  current(): Promise<Value>;
}

export interface RefreshingValueOptions<Value> {
  /**
   * Loads the value. Returns undefined to keep the current value, if there is no newer or usable one. Throws if the
   * value cannot be read.
   */
  readonly load: () => Promise<Value | undefined>;
  /** The value of a process that could not load any. */
  readonly fallback: () => Value;
  readonly now: () => number;
  /** Age from which the value is loaded in the background. From twice that age the caller waits for the load. */
  readonly refreshAfterMs: number;
  /** Called if a load fails or is slow. */
  readonly onUnreadable: (error: unknown) => void;
}

/** Maximum time that a caller waits for a load before it gets the last good value. */
const MAX_WAIT_MS = 2_500;

/** Minimum time between a failed load and the next one. */
const RETRY_AFTER_MS = 5_000;

class SlowLoadError extends Error {
  override readonly name = 'SlowLoadError';
}

/**
 * A value in memory that is reloaded periodically. The first caller of a process waits for the load. Later callers get
 * the current value during a background load, unless the value is too old. Concurrent callers share one load.
 */
export function createRefreshingValue<Value>(options: RefreshingValueOptions<Value>): Source<Value> {
  const { load, fallback, now, refreshAfterMs, onUnreadable } = options;
  let current: { readonly value: Value } | undefined;
  /** Start of the load of the current value. A process may be frozen before the load ends. */
  let loadedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    const startedAt = now();
    try {
      const value = await load();
      if (value !== undefined) current = { value };
      loadedAt = startedAt;
    } catch (error) {
      failedAt = now();
      onUnreadable(error);
    }
  };

  const refreshOnce = (): Promise<void> => {
    loading ??= refresh().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  const waitFor = async (refreshed: Promise<void>): Promise<void> => {
    if (await endsWithin(MAX_WAIT_MS, refreshed)) return;
    failedAt = now();
    onUnreadable(new SlowLoadError(`no result within ${MAX_WAIT_MS} ms`));
  };

  const age = () => now() - loadedAt;
  const mayLoad = () => now() - failedAt >= Math.min(RETRY_AFTER_MS, refreshAfterMs);

  return {
    current: async () => {
      if (age() >= refreshAfterMs && mayLoad()) {
        const refreshed = refreshOnce();
        if (current === undefined || age() >= 2 * refreshAfterMs) {
          await waitFor(refreshed);
          // That load may have started before the process was frozen, so that its value is old.
          if (age() >= 2 * refreshAfterMs && mayLoad()) await waitFor(refreshOnce());
        }
      }
      current ??= { value: fallback() };
      return current.value;
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
