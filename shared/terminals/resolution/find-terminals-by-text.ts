import { US_STATES } from '../../geography/places/us-states.ts';
import { portByLocode, portsNamed } from '../catalogue/ports.ts';
import type { Terminal } from '../catalogue/terminal.ts';
import type {
  KnownTerminal,
  TerminalDirectory,
  TerminalTitle,
} from '../search/embedded-terminal-directory.ts';
import { longWords, titlesOf } from '../search/searched-texts.ts';

/** No description has more words. */
const MAX_DESCRIPTION_WORDS = 12;

/**
 * Finds terminals with this name, alias, code or former name, except for case, accents, punctuation and abbreviations ("lbct", "PIER T").
 * Several terminals can share an alias.
 * @param name any text.
 */
export function findTerminalsByTitle(terminals: TerminalDirectory, name: string): readonly KnownTerminal[] {
  const wanted = longWords(name).join(' ');
  return terminalsOf(terminals.titlesWith(wanted).filter(({ folded }) => folded === wanted));
}

/**
 * Names of terminals that a text can mean: those with this title or description, those at a port with this code or name,
 * then those with a similar name.
 * @param text any text.
 */
export function suggestTerminals(
  terminals: TerminalDirectory,
  text: string,
  count: number,
): readonly string[] {
  const meant = [findTerminalsByTitle, findTerminalsByDescription].flatMap((find) =>
    find(terminals, text).map(({ terminal: { name } }) => name),
  );
  const ports = [portByLocode(text), ...portsNamed(text)].flatMap((port) => port?.locode ?? []);
  const there = terminals
    .open()
    .filter(({ port }) => ports.includes(port))
    .sort((a, b) => Number(b.principal) - Number(a.principal) || (a.name < b.name ? -1 : 1));
  const names = [...meant, ...there.map(({ name }) => name), ...terminals.suggest(text, count)];
  return [...new Set(names)].slice(0, count);
}

/** Optional words in the name of a terminal. */
const GENERAL_WORDS = new Set(
  'the ct firms smdg container marine intermodal inland rail terminal terminals facility ramp railyard yard port gate center services street saint'.split(
    ' ',
  ),
);

const COMPASS = new Set(['north', 'south', 'east', 'west']);

/** May be left out of a name: "Dallas Intermodal Terminal" of Union Pacific. */
const RAILROADS = new Set(['bnsf', 'cn', 'cpkc', 'csx', 'fec', 'ns', 'up']);

/**
 * Finds terminals by a name, alias, code or former name combined with place and general words: "Seagirt, MD",
 * "Rickenbacker Intermodal", "T-18 Seattle", "LBCT Pier E". The text must contain all words of the name, except general
 * words and its railroad, and no words other than these, those of its other names, the place and general words.
 * @param text any text.
 * @param isNear whether other words name a place near the terminal: "UP ICTF Carson". It counts if the name has a word that
 *   is not of the terminal's own place.
 */
export function findTerminalsByDescription(
  terminals: TerminalDirectory,
  text: string,
  isNear: (terminal: Terminal, words: string) => boolean = () => false,
): readonly KnownTerminal[] {
  const words = longWords(text);
  if (words.length > MAX_DESCRIPTION_WORDS) return [];
  const titles = new Set(
    words.flatMap((word) => (GENERAL_WORDS.has(word) ? [] : terminals.titlesWith(word))),
  );
  const find = (isOptional: (word: string) => boolean) => {
    const accepted = [...titles].filter(({ words: all, known: { terminal } }) => {
      const name = all.filter((word) => !isOptional(word));
      if (name.length === 0 || !name.every((word) => words.includes(word))) return false;
      const place = placeWords(terminal);
      const own = new Set([...titlesOf(terminal), terminal.smdgCode].flatMap(longWords));
      const isKnown = (word: string) =>
        name.includes(word) || place.has(word) || own.has(word) || GENERAL_WORDS.has(word);
      const others = words.filter((word) => !isKnown(word));
      if (others.length === 0) return true;
      // "South Boston"
      const isPart = (word: string) => COMPASS.has(word) && place.has(words[words.indexOf(word) + 1] ?? '');
      const isOwnPlace = name.every((word) => place.has(word));
      return !isOwnPlace && (others.every(isPart) || isNear(terminal, others.join(' ')));
    });
    return terminalsOf(accepted);
  };
  const found = find((word) => GENERAL_WORDS.has(word));
  return found.length > 0 ? found : find((word) => GENERAL_WORDS.has(word) || RAILROADS.has(word));
}

/** A shorter text is the beginning of too many names. */
const MIN_LETTERS_OF_BEGINNING = 7;

/** Terminals with a name, alias or code that begins with a text of whole words, its railroad included. */
export function findTerminalsByBeginning(
  terminals: TerminalDirectory,
  text: string,
): readonly KnownTerminal[] {
  const words = longWords(text);
  const own = words.filter((word) => !GENERAL_WORDS.has(word) && !RAILROADS.has(word));
  if (own.join('').length < MIN_LETTERS_OF_BEGINNING) return [];
  const titles = terminals.titlesWith(words[0] ?? '');
  return terminalsOf(titles.filter(({ words: all }) => words.every((word, at) => word === all[at])));
}

const placeWords = ({
  name,
  city,
  portCity,
  state,
  zip,
  group,
  locode,
  port,
}: Terminal): ReadonlySet<string> =>
  new Set([
    ...[city, portCity, state, US_STATES.get(state) ?? '', zip, group, locode, port].flatMap(longWords),
    ...longWords(name).filter((word) => RAILROADS.has(word)),
  ]);

/** The terminals of some titles, by name. One with only a former name has the warning of a renamed terminal. */
function terminalsOf(titles: readonly TerminalTitle[]): readonly KnownTerminal[] {
  const found = new Map<string, KnownTerminal>();
  for (const { known } of titles) {
    const { name } = known.terminal;
    if ((found.get(name)?.warnings.length ?? Infinity) > known.warnings.length) found.set(name, known);
  }
  return [...found.values()].sort((a, b) => (a.terminal.name < b.terminal.name ? -1 : 1));
}
