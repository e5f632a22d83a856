import { US_STATES } from '../../geography/places/us-states.ts';
import { foldText, foldWords } from '../../platform/text/text-folding.ts';
import type { Terminal } from '../catalogue/terminal.ts';
import type { KnownTerminal, TerminalDirectory } from '../search/embedded-terminal-directory.ts';
import { longWords, titlesOf } from '../search/searched-texts.ts';

/** Candidates for an exact title. No alias has more terminals. */
const MAX_NAMESAKES = 10;
/** Candidates for a description. Its place and general words make it less similar to the name. */
const MAX_SUGGESTIONS = 30;
/** No description has more words. */
const MAX_DESCRIPTION_WORDS = 8;

/**
 * Finds terminals with this name, alias or former name, except for case, accents and punctuation ("lbct", "PIER T").
 * Several terminals can share an alias.
 * @param name any text.
 */
export function findTerminalsByTitle(terminals: TerminalDirectory, name: string): readonly KnownTerminal[] {
  const wanted = foldText(name);
  return titled(
    terminals,
    terminals.suggest(name, MAX_NAMESAKES),
    () => (title) => foldText(title) === wanted,
  );
}

/** Finds terminals by their code in the SMDG list; some are words ("EAGLE") or belong to several terminals ("APMT"). */
export function findTerminalsByCode(terminals: TerminalDirectory, code: string): readonly KnownTerminal[] {
  const wanted = code.trim().toUpperCase();
  return terminals.suggest(code, MAX_NAMESAKES).flatMap((name) => {
    const known = terminals.byName(name);
    return known?.terminal.smdgCode === wanted ? [known] : [];
  });
}

/**
 * Names of terminals that a text can mean: those with this title, code or description, then those with a similar name.
 * @param text any text.
 */
export function suggestTerminals(
  terminals: TerminalDirectory,
  text: string,
  count: number,
): readonly string[] {
  const meant = [findTerminalsByTitle, findTerminalsByCode, findTerminalsByDescription].flatMap((find) =>
    find(terminals, text).map(({ terminal: { name } }) => name),
  );
  return [...new Set([...meant, ...terminals.suggest(text, count)])].slice(0, count);
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
  const words = wordsOf(text);
  if (words.length > MAX_DESCRIPTION_WORDS) return [];
  const named = terminals.suggest(text, MAX_SUGGESTIONS);
  // The similarity of a short code gets lost in a longer text.
  const single = words.filter((word) => !GENERAL_WORDS.has(word));
  const suggested = [...named, ...single.flatMap((word) => terminals.suggest(word, MAX_NAMESAKES))];
  const find = (isOptional: (word: string) => boolean) =>
    titled(terminals, [...new Set(suggested)], (terminal) => (title) => {
      const name = wordsOf(title).filter((word) => !isOptional(word));
      if (name.length === 0 || !name.every((word) => words.includes(word))) return false;
      const place = placeWords(terminal);
      const titles = new Set(namesOf(terminal).flatMap(wordsOf));
      const isKnown = (word: string) =>
        name.includes(word) || place.has(word) || titles.has(word) || GENERAL_WORDS.has(word);
      const others = words.filter((word) => !isKnown(word));
      if (others.length === 0) return true;
      // "South Boston"
      const isPart = (word: string) => COMPASS.has(word) && place.has(words[words.indexOf(word) + 1] ?? '');
      const isOwnPlace = name.every((word) => place.has(word));
      return !isOwnPlace && (others.every(isPart) || isNear(terminal, others.join(' ')));
    });
  const found = find((word) => GENERAL_WORDS.has(word));
  return found.length > 0 ? found : find((word) => GENERAL_WORDS.has(word) || RAILROADS.has(word));
}

const wordsOf = (text: string): readonly string[] => longWords(foldWords(text));

const namesOf = (terminal: Terminal) => [...titlesOf(terminal), terminal.smdgCode];

const placeWords = ({ name, city, portCity, state, zip, group }: Terminal): ReadonlySet<string> =>
  new Set([
    ...[city, portCity, state, US_STATES.get(state) ?? '', zip, group].flatMap(wordsOf),
    ...wordsOf(name).filter((word) => RAILROADS.has(word)),
  ]);

/** Terminals with a title or code that is accepted, else with such a former name: these with the warning of a renamed terminal. */
function titled(
  terminals: TerminalDirectory,
  names: readonly string[],
  acceptedBy: (terminal: Terminal) => (title: string) => boolean,
): readonly KnownTerminal[] {
  return names.flatMap((name) => {
    const known = terminals.byName(name);
    if (known === undefined) return [];
    const isAccepted = acceptedBy(known.terminal);
    if (namesOf(known.terminal).some(isAccepted)) return [known];
    const former = known.terminal.formerNames?.find(isAccepted);
    return former === undefined ? [] : (terminals.byName(former) ?? []);
  });
}
