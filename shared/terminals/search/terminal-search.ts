import type { Terminal, TerminalType } from '../catalogue/terminal.ts';

/** A validated search. An absent field is not a filter. `limit` is 1-100, `page` starts at 1. */
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
  /** Number of hits on all pages. */
  readonly totalHits: number;
}

/** Port: finds terminals by text, filters and distance. It does not throw for any user text. */
export interface TerminalSearch {
  search(query: TerminalQuery): Promise<TerminalPage>;
}
