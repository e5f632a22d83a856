import type { DieselBook } from './diesel-book.ts';
import type { DieselPrices } from './diesel-prices.ts';

/** What one change did to one week. */
export interface DieselCorrection {
  /** Monday, YYYY-MM-DD. */
  readonly week: string;
  /** Undefined where the week was new. */
  readonly before?: DieselPrices | undefined;
  readonly after: DieselPrices;
}

/** One change of the book, as it is kept for good. */
export interface DieselChange {
  /** The version of the book that it made. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly recordedBy: string;
  readonly source: string;
  readonly corrections: readonly DieselCorrection[];
}

/** Port: the book of diesel prices, as functions read it. */
export interface DieselReader {
  /** The book as stored, up to date; undefined when nothing was recorded yet. */
  book(): Promise<unknown>;
}

/** Port: what recording needs beside reading. */
export interface DieselStore extends DieselReader {
  /** Puts a book in the place of the version before it, and keeps the change; `outdated` where that is not in force. */
  replace(book: DieselBook, change: DieselChange): Promise<'replaced' | 'outdated'>;
  /** Puts a book in place whatever is there now, and keeps the change. Throws where another change has its version. */
  restore(book: DieselBook, change: DieselChange): Promise<void>;
  /** Every change, oldest first. */
  changes(): Promise<readonly DieselChange[]>;
}
