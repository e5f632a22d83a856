import type { Terminal, TerminalType } from '../catalogue/terminal.ts';

/** A validated search. Absent means "do not filter by it". `limit` 1-100, `page` from 1. */
export interface TerminalQuery {
  readonly text?: string;
  readonly type?: TerminalType;
  readonly city?: string;
  /** Two-letter code, upper case. */
  readonly state?: string;
  /** Five digits. */
  readonly zip?: string;
  readonly near?: { readonly latitude: number; readonly longitude: number; readonly radiusMiles: number };
  readonly limit: number;
  readonly page: number;
}

export interface TerminalPage {
  readonly terminals: readonly Terminal[];
  /** All hits, whatever the page. */
  readonly totalHits: number;
}

/** Port: finds terminals by text, filters and distance, in the order design fixes; never throws for user text. */
export interface TerminalSearch {
  search(query: TerminalQuery): Promise<TerminalPage>;
}
