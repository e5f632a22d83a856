import type { TerminalSearch } from '../search/terminal-search.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

export type FallbackEvent =
  /** The primary failed this call. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The primary was not called, because it failed recently. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'recovered' };

export interface FallbackSearch {
  readonly primary: TerminalSearch;
  /** Called only when the fallback is needed. */
  readonly fallback: () => Promise<TerminalSearch>;
  readonly onEvent: (trouble: FallbackEvent) => void;
  readonly now?: () => number;
  /** Time without calls to the primary after failures. */
  readonly openMs?: number;
}

/** Consecutive failures before the primary is skipped. Each failure can cost the whole time-out. */
const FAILURES = 2;
const OPEN_MS = 10_000;

/**
 * A search that uses the fallback if the primary fails. After consecutive failures, the primary is called once per
 * `openMs` only, so that calls do not wait for its time-out. After its first success, it is used again.
 */
export function createFallbackSearch(options: FallbackSearch): TerminalSearch {
  const { primary, fallback, onEvent, now = Date.now, openMs = OPEN_MS } = options;
  const breaker = createCircuitBreaker({ failures: FAILURES, openMs, now });
  return {
    search: async (query) => {
      if (breaker.mayTry()) {
        try {
          const page = await primary.search(query);
          if (breaker.succeeded()) onEvent({ kind: 'recovered' });
          return page;
        } catch (error) {
          breaker.failed();
          onEvent({ kind: 'failed', error });
        }
      } else onEvent({ kind: 'skipped' });
      return (await fallback()).search(query);
    },
  };
}
