import type { UtcDay } from '../../platform/time/utc-day.ts';

/** A quote with an unannounced expiry. */
export interface UnannouncedExpiry {
  readonly pk: string;
}

/** Port: quotes by their expiry day, until the expiry is announced. */
export interface ExpiryAnnouncements {
  /** The unannounced expiries of a day, in groups; may include quotes that were just converted, deleted or announced. */
  unannounced(day: UtcDay): AsyncIterable<readonly UnannouncedExpiry[]>;
  /** Marks a quote once, so that the stream shows its expiry. False if it is already converted, deleted or marked. */
  announce(quote: UnannouncedExpiry, at: Date): Promise<boolean>;
  /** The last day through which all expiries are announced; undefined before the first sweep. */
  doneThrough(): Promise<UtcDay | undefined>;
  setDoneThrough(day: UtcDay): Promise<void>;
}
