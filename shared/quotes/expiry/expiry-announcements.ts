import type { UtcDay } from '../../platform/time/utc-day.ts';

/** A quote that waits for the announcement of its expiry. */
export interface WaitingQuote {
  readonly pk: string;
}

/** Port: quotes that expire on a day, until it is announced. */
export interface ExpiryAnnouncements {
  /** Those of a day that wait, in groups; one that is converted, deleted or announced meanwhile may be among them. */
  waiting(day: UtcDay): AsyncIterable<readonly WaitingQuote[]>;
  /** Marks a quote, once: the stream then shows its expiry. False where it is converted, deleted or marked already. */
  announce(quote: WaitingQuote, at: Date): Promise<boolean>;
  /** The last day of which, and of all days before, nothing waits any more; undefined before the first sweep. */
  doneThrough(): Promise<UtcDay | undefined>;
  setDoneThrough(day: UtcDay): Promise<void>;
}
