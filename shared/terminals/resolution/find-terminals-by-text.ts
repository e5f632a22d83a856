import { US_STATES } from '../../geography/places/us-states.ts';
import { foldText, foldWords } from '../../platform/text/text-folding.ts';
import type { Terminal } from '../catalogue/terminal.ts';
import { titlesOf } from '../search/searched-texts.ts';
import type { KnownTerminal, TerminalDirectory } from '../search/terminal-directory.ts';

/** No alias is shared by more terminals than this. */
const MOST_NAMESAKES = 10;
/** A described terminal's own name is less near to the text: its place and general words are in it as well. */
const MOST_SUGGESTIONS = 30;

/**
 * The terminals whose name or alias is this text but for case, accents and punctuation ("lbct", "PIER T"); several
 * where they share an alias.
 * @param name any text.
 */
export function findTerminalsByTitle(terminals: TerminalDirectory, name: string): readonly KnownTerminal[] {
  const wanted = foldText(name);
  return suggested(terminals, name, MOST_NAMESAKES).filter(({ terminal }) =>
    titlesOf(terminal).some((title) => foldText(title) === wanted),
  );
}

/** Words that people add to the name of a terminal, or leave out of it. */
const GENERAL_WORDS = new Set(
  'the container marine intermodal rail terminal terminals facility ramp railyard yard port gate'.split(' '),
);

/**
 * The terminals that a text describes by a name or alias with its place and general words: "Seagirt, MD",
 * "Rickenbacker Intermodal", "T-18 Seattle". All words of the name but the general ones are in the text, and the text has
 * no other words.
 * @param text any.
 */
export function findTerminalsByDescription(
  terminals: TerminalDirectory,
  text: string,
): readonly KnownTerminal[] {
  const words = foldWords(text);
  return suggested(terminals, text, MOST_SUGGESTIONS).filter(({ terminal }) => {
    const place = placeWords(terminal);
    return titlesOf(terminal).some((title) => {
      const name = foldWords(title).filter((word) => !GENERAL_WORDS.has(word));
      const isKnown = (word: string) => name.includes(word) || place.has(word) || GENERAL_WORDS.has(word);
      return name.length > 0 && name.every((word) => words.includes(word)) && words.every(isKnown);
    });
  });
}

const placeWords = ({ city, portCity, state, zip, group }: Terminal): ReadonlySet<string> =>
  new Set([city, portCity, state, US_STATES.get(state) ?? '', zip, group].flatMap(foldWords));

const suggested = (terminals: TerminalDirectory, text: string, count: number): readonly KnownTerminal[] =>
  terminals
    .suggest(text, count)
    .map((name) => terminals.byName(name))
    .filter((known) => known !== undefined);
