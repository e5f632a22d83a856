import type { KnownTerminal, TerminalDirectory } from '../terminals/terminal-directory.ts';
import { foldText } from '../terminals/text-folding.ts';

/** No alias is shared by more terminals than this. */
const MOST_NAMESAKES = 10;

/**
 * The terminals whose name or alias is this text but for case, accents and punctuation ("lbct", "PIER T"); several
 * where they share an alias.
 * @param name any text.
 */
export function terminalsCalled(terminals: TerminalDirectory, name: string): readonly KnownTerminal[] {
  const wanted = foldText(name);
  return terminals
    .suggest(name, MOST_NAMESAKES)
    .map((suggested) => terminals.byName(suggested))
    .filter((known) => known !== undefined)
    .filter(({ terminal: { name, aliases } }) =>
      [name, ...aliases].some((title) => foldText(title) === wanted),
    );
}
