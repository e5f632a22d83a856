import type { Terminal } from './terminal.ts';

/** Port: terminals by their exact name, as pricing needs them. */
export interface TerminalDirectory {
  /** The terminal of exactly this name, or undefined. */
  byName(name: string): Terminal | undefined;
  /** Names near to a wrong one, best first, at most `count`; [] when nothing is near. */
  suggest(name: string, count: number): readonly string[];
}
