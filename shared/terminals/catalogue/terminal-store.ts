import type { TerminalRecord } from './terminal-record.ts';

/** Records that are added in one step: a round trip for many, and few enough for one transaction. */
export const GROUP = 25;

/**
 * Port: the terminals as the operator keeps them. A name belongs to one terminal for good, its former names
 * included; names that `nameKey` cannot tell apart are one. Every answer is up to date, and a write whose answer
 * was lost is answered as if it was not.
 */
export interface TerminalStore {
  /** All of them, in no order. */
  all(): Promise<readonly TerminalRecord[]>;
  /** The terminal that has or had this name, in any case. */
  find(name: string): Promise<TerminalRecord | undefined>;
  /** Adds a new one of revision 1; `name-taken` where its name belongs to another, or its id is there. */
  add(record: TerminalRecord): Promise<'added' | 'name-taken'>;
  /** `add` of up to `GROUP` records in one step; answers those whose name was taken. */
  addGroup(records: readonly TerminalRecord[]): Promise<readonly TerminalRecord[]>;
  /**
   * Puts `record` in place of its revision before, and gives it its name.
   * `changed-meanwhile` where the stored one has another revision by now.
   */
  replace(record: TerminalRecord): Promise<'replaced' | 'changed-meanwhile' | 'name-taken'>;
}
