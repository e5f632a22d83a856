import type { Terminal, TerminalType } from '../../terminals/catalogue/terminal.ts';
import { stableTerminalId } from '../../terminals/catalogue/terminal-id.ts';

/** The terminal that a container is fetched at or brought to, as far as fees depend on it. */
export interface ServedTerminal {
  /** "city" where the end is no terminal: no fee is charged there. */
  readonly type: TerminalType | 'city';
  readonly name: string;
  /** UN/LOCODE of its port. */
  readonly port?: string | undefined;
  /** The same through every rename. */
  readonly terminalKey?: string | undefined;
}

/** A terminal of the catalogue as fees see it. */
export const servedTerminal = (terminal: Terminal): ServedTerminal => ({
  type: terminal.type,
  name: terminal.name,
  port: terminal.port,
  terminalKey: stableTerminalId(terminal),
});
