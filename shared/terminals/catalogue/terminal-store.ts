import type { TerminalRecord } from './terminal-record.ts';

/**
 * Port: the terminals table. A name belongs to one terminal forever, also after a rename; names with the same `nameKey`
 * are equal. Reads are strongly consistent. A write is idempotent: if its response is lost, the retry returns the outcome
 * of the first attempt.
 */
export interface TerminalStore {
  /** All terminals, in no particular order. */
  all(): Promise<readonly TerminalRecord[]>;
  /** The terminal with this current or former name, compared by `nameKey`. */
  find(name: string): Promise<TerminalRecord | undefined>;
  /** Adds a record of revision 1; `name-taken` if its name belongs to another terminal, or its id exists. */
  add(record: TerminalRecord): Promise<'added' | 'name-taken'>;
  /**
   * Replaces the previous revision of `record`, and assigns its name to it.
   * `revision-conflict` if the stored record has another revision.
   */
  replace(record: TerminalRecord): Promise<'replaced' | 'revision-conflict' | 'name-taken'>;
}
