import type { TerminalSearch } from '../search/terminal-search.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

export type SearchTrouble =
  /** The primary failed this call. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** It failed lately, and was not asked. */
  | { readonly kind: 'resting' }
  | { readonly kind: 'recovered' };

export interface FallbackSearch {
  readonly primary: TerminalSearch;
  /** Asked for when it is needed, at the moment that it is. */
  readonly fallback: () => Promise<TerminalSearch>;
  readonly onTrouble: (trouble: SearchTrouble) => void;
  readonly now?: () => number;
  /** How long the primary is left alone after failures. */
  readonly restMs?: number;
}

/** One lost call is an accident; two in a row cost the whole time-out each, and are trouble. */
const FAILURES = 2;
const REST_MS = 10_000;

/**
 * A search that answers as long as the fallback does. While the primary is in trouble it is asked once in a rest only,
 * so that a dead one does not cost each call its time-out; its first answer puts it back in service.
 */
export function createFallbackSearch(options: FallbackSearch): TerminalSearch {
  const { primary, fallback, onTrouble, now = Date.now, restMs = REST_MS } = options;
  const breaker = createCircuitBreaker({ failures: FAILURES, restMs, now });
  return {
    search: async (query) => {
      if (breaker.mayTry()) {
        try {
          const page = await primary.search(query);
          if (breaker.succeeded()) onTrouble({ kind: 'recovered' });
          return page;
        } catch (error) {
          breaker.failed();
          onTrouble({ kind: 'failed', error });
        }
      } else onTrouble({ kind: 'resting' });
      return (await fallback()).search(query);
    },
  };
}
