import type { TerminalSearch } from '../search/terminal-search.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

export type FallbackEvent =
  /** The primary failed this call. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** It failed lately, and was not asked. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'recovered' };

export interface FallbackSearch {
  readonly primary: TerminalSearch;
  /** Asked for when it is needed, at the moment that it is. */
  readonly fallback: () => Promise<TerminalSearch>;
  readonly onEvent: (trouble: FallbackEvent) => void;
  readonly now?: () => number;
  /** How long the primary is left alone after failures. */
  readonly openMs?: number;
}

/** One lost call is an accident; two in a row cost the whole time-out each, and are trouble. */
const FAILURES = 2;
const OPEN_MS = 10_000;

/**
 * A search that answers as long as the fallback does. While the primary is in trouble it is asked once in a rest only,
 * so that a dead one does not cost each call its time-out; its first answer puts it back in service.
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
