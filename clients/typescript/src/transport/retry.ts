/** Longest delay that the client chooses without Retry-After, in milliseconds. */
const MAX_BACKOFF_MS = 8_000;
const FIRST_BACKOFF_MS = 500;
/** A longer Retry-After ends the retries: the caller decides. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Statuses after which the same request can succeed. */
export const isRetryableStatus = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);

/**
 * Retry-After in milliseconds; undefined if it is absent or invalid. A date is compared with the `Date` header of the
 * same response, so that a wrong clock of the caller does not matter; without that header, with the clock.
 */
export function readRetryAfter(
  headers: { get(name: string): string | null },
  now: number,
): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // An IMF-fixdate. Date.parse alone accepts texts such as "-5".
  const until = /^[A-Za-z]{3}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent));
}

/**
 * Milliseconds before retry number `retry` (from 1); undefined if the client must not retry.
 * Full jitter: a random part of 500 ms, doubled with each retry, at most 8 s. Retry-After is added, so that the client
 * never retries earlier and clients do not retry all at the same time.
 */
export function retryDelay(
  retry: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  const backoff = random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));
  return retryAfterMs === undefined ? backoff : retryAfterMs + Math.min(backoff, FIRST_BACKOFF_MS);
}

/** Waits; rejects with the reason of the signal when it is aborted. */
export const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
