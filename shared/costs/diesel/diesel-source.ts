import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import {
  BrokenDieselBookError,
  type DieselReader,
  mergeBundledWeeks,
  readDieselBook,
} from './diesel-book.ts';
import { type DieselLookup, dieselFor, dieselLookup, isStale } from './diesel-lookup.ts';

/** Port: the current diesel prices. */
export type DieselSource = Source<DieselLookup>;

/** A reason why the current prices may be older than the published ones. */
export type DieselProblem =
  | { readonly kind: 'broken' | 'unreadable'; readonly error: unknown }
  | { readonly kind: 'stale'; readonly week: string };

export interface DieselSourceOptions {
  readonly reader: DieselReader;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** See `RefreshingValue.refreshAfterMs`. */
  readonly refreshAfterMs: number;
  readonly onProblem: (trouble: DieselProblem) => void;
}

/**
 * The bundled and the recorded prices, cached and refreshed in the background. A broken book is reported and ignored:
 * the last valid book stays in use, or the bundled table.
 */
export function createDieselSource(options: DieselSourceOptions): DieselSource {
  const { reader, now, refreshAfterMs, onProblem } = options;
  let version = 0;
  let lookup = dieselFor;

  const readNewVersion = async (): Promise<void> => {
    try {
      const book = await readDieselBook(reader);
      if (book === undefined || book.version === version) return;
      lookup = dieselLookup(mergeBundledWeeks(book.weeks));
      version = book.version;
    } catch (error) {
      if (!(error instanceof BrokenDieselBookError)) throw error;
      onProblem({ kind: 'broken', error });
    }
  };

  return createRefreshingValue({
    load: async () => {
      await readNewVersion();
      const today = utcDay(new Date(now()));
      // All areas have the same weeks, so the state does not matter.
      const newest = lookup('', today);
      if (isStale(newest, today)) onProblem({ kind: 'stale', week: newest.week });
      return lookup;
    },
    fallback: () => lookup,
    now,
    refreshAfterMs,
    onUnreadable: (error) => onProblem({ kind: 'unreadable', error }),
  });
}
