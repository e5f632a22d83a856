import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import { type TerminalRecord, toListedTerminal } from '../catalogue/terminal-record.ts';

/** A row of the terminals table, as written to an index. */
export interface IndexedRow {
  /** `TerminalRecord.id`. */
  readonly id: string;
  /** `TerminalRecord.revision`; for a deleted row, its last revision plus 1. */
  readonly version: number;
  /** Absent for a deleted row. The index keeps its version, so that an older write does not restore the row. */
  readonly terminal?: ListedTerminal;
}

export interface WriteOutcome {
  /** Number of rows that every index has, in this or a newer version. */
  readonly written: number;
  /** Rows that an index did not accept, each with the reason; they can be written again. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

export interface IndexGeneration {
  readonly name: string;
  /** Whether search reads it. */
  readonly inService: boolean;
}

/**
 * Port: search indexes of terminals. An index can have several generations; search reads one of them. Each step can be
 * repeated or interrupted without an effect on searches.
 */
export interface TerminalIndexWriter {
  /** Creates an empty generation that is not in service, and returns its name. From now on, it receives all changes. */
  create(): Promise<string>;
  /**
   * Writes rows to one generation, or to all generations. A row that is older than the stored one is skipped, so that
   * writes can be repeated and reordered.
   */
  write(rows: readonly IndexedRow[], generation?: string): Promise<WriteOutcome>;
  /** Makes all writes visible, and counts the rows of a generation, including closed and deleted terminals. */
  count(generation: string): Promise<number>;
  /**
   * Puts this generation in service, atomically. `superseded` if a newer generation is in service, which stays.
   */
  serve(generation: string): Promise<'served' | 'superseded'>;
  /** Whether a generation is in service that has the index version of this code. */
  isCurrent(): Promise<boolean>;
  /** All generations, oldest first. */
  list(): Promise<readonly IndexGeneration[]>;
  /** Deletes the generations older than the one in service; returns their names. */
  removeOld(): Promise<readonly string[]>;
}

/** Converts a record of the table to a row of the index. */
export function toIndexedRow(record: TerminalRecord): IndexedRow {
  return { id: record.id, version: record.revision, terminal: toListedTerminal(record) };
}
