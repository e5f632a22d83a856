import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import { type TerminalRecord, toListedTerminal } from '../catalogue/terminal-record.ts';

/** A row of the terminals table as an index takes it. */
export interface IndexedRow {
  /** `TerminalRecord.id`. */
  readonly id: string;
  /** `TerminalRecord.revision`; of a deleted row, one more than its last. */
  readonly version: number;
  /** Absent where the row was deleted: its version stays, so that no older write brings it back. */
  readonly terminal?: ListedTerminal;
}

export interface WriteOutcome {
  /** Rows that are in every index now, as given or newer. */
  readonly written: number;
  /** Rows that could not be written to some index, each with the reason; they can be written again. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

export interface IndexGeneration {
  readonly name: string;
  /** Whether search reads it. */
  readonly inService: boolean;
}

/**
 * Port: indexes of terminals beside the table. There may be several generations of an index, of which search reads
 * one; every step can be repeated, and can be interrupted without searchers seeing anything.
 */
export interface TerminalIndexWriter {
  /** Makes a new, empty generation that nobody reads; changes are written to it from now on. Answers its name. */
  create(): Promise<string>;
  /**
   * Writes rows to one generation, or to all that there are. A row older than what is there is left out, so that the
   * order of writes, and their repetition, does not matter.
   */
  write(rows: readonly IndexedRow[], generation?: string): Promise<WriteOutcome>;
  /** Makes what was written visible, and counts the rows of a generation, those that are not found included. */
  count(generation: string): Promise<number>;
  /**
   * Lets search read this generation, in one step. `superseded` where a newer one is in service already: that stays.
   */
  serve(generation: string): Promise<'served' | 'superseded'>;
  /** Whether a generation is in service, and was made as this version of the code makes them. */
  isCurrent(): Promise<boolean>;
  /** All generations, oldest first. */
  list(): Promise<readonly IndexGeneration[]>;
  /** Removes the generations older than the one in service; answers their names. */
  removeOld(): Promise<readonly string[]>;
}

/** A record of the table as a row to index. */
export function indexedRow(record: TerminalRecord): IndexedRow {
  return { id: record.id, version: record.revision, terminal: toListedTerminal(record) };
}
