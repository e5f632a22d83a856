import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { weeksInForce } from './diesel-book.ts';
import { type DieselLookup, dieselFor, dieselLookup, isStale } from './diesel-lookup.ts';
import type { DieselReader } from './diesel-store.ts';
import { BrokenDieselBookError, readDieselBook } from './read-diesel-book.ts';

/** Port: the diesel prices in force at the moment of asking. */
export type DieselSource = Source<DieselLookup>;

/** What keeps the prices in force from being the newest ones. */
export type DieselTrouble =
  | { readonly kind: 'broken' | 'unreadable'; readonly error: unknown }
  | { readonly kind: 'stale'; readonly week: string };

export interface RefreshingDiesel {
  readonly shelf: DieselReader;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** As `RefreshingValueOptions.refreshAfterMs`. */
  readonly refreshAfterMs: number;
  readonly onTrouble: (trouble: DieselTrouble) => void;
}

/**
 * The bundled prices with the recorded ones over them, renewed beside the answers. A book that is broken is reported
 * and never put in service: the last good one stays, or the bundled table.
 */
export function createRefreshingDiesel(options: RefreshingDiesel): DieselSource {
  const { shelf, now, refreshAfterMs, onTrouble } = options;
  let version = 0;
  let inService = dieselFor;

  const take = async (): Promise<void> => {
    try {
      const book = await readDieselBook(shelf);
      if (book === undefined || book.version === version) return;
      inService = dieselLookup(weeksInForce(book.weeks));
      version = book.version;
    } catch (error) {
      if (!(error instanceof BrokenDieselBookError)) throw error;
      onTrouble({ kind: 'broken', error });
    }
  };

  return createRefreshingValue({
    load: async () => {
      await take();
      const today = utcDay(new Date(now()));
      // Every area has the same weeks: any state tells.
      const newest = inService('', today);
      if (isStale(newest, today)) onTrouble({ kind: 'stale', week: newest.week });
      return inService;
    },
    fallback: () => inService,
    now,
    refreshAfterMs,
    onUnreadable: (error) => onTrouble({ kind: 'unreadable', error }),
  });
}
