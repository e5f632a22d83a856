import type { Terminal, TerminalType } from '../../terminals/catalogue/terminal.ts';
import { stableTerminalId } from '../../terminals/catalogue/terminal-id.ts';

/** The facts of a move's terminal that fees depend on. */
export interface ServedTerminal {
  /** "city" for a move end that is not a terminal. No fees apply there. */
  readonly type: TerminalType | 'city';
  readonly name: string;
  /** UN/LOCODE of its port. */
  readonly port?: string | undefined;
  /** Stable id that does not change when the terminal is renamed. */
  readonly terminalKey?: string | undefined;
}

/** The facts of a terminal of the catalogue. */
export const servedTerminal = (terminal: Terminal): ServedTerminal => ({
  type: terminal.type,
  name: terminal.name,
  port: terminal.port,
  terminalKey: stableTerminalId(terminal),
});
