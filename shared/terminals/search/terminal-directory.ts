import type { ListedTerminal } from '../catalogue/listed-terminal.ts';

/** A terminal found by its current or a former name, with warnings for the API caller. */
export interface KnownTerminal {
  readonly terminal: ListedTerminal;
  readonly warnings: readonly string[];
}

/** Port: terminals by their exact name, as pricing needs them. */
export interface TerminalDirectory {
  /** The terminal with exactly this current or former name, also if closed; else undefined. */
  byName(name: string): KnownTerminal | undefined;
  /** Names of at most `count` open terminals that are similar to an unknown name, most similar first. */
  suggest(name: string, count: number): readonly string[];
}
