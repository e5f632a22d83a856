import type { Terminal } from '../catalogue/terminal.ts';

/** A terminal by a name it has or had, and what whoever uses that name should be told. */
export interface KnownTerminal {
  readonly terminal: Terminal;
  readonly warnings: readonly string[];
}

/** Port: terminals by their exact name, as pricing needs them. */
export interface TerminalDirectory {
  /** The terminal that has exactly this name, or had it before it was renamed, closed ones too; else undefined. */
  byName(name: string): KnownTerminal | undefined;
  /** Names of open terminals near to a wrong one, best first, at most `count`; [] when nothing is near. */
  suggest(name: string, count: number): readonly string[];
}
