import { buildPointIndex, type PointIndex } from './point-index.ts';
import { sharedTextsOf, titlesOf } from './searched-texts.ts';
import { sortWords } from './sorted-words.ts';
import type { Terminal } from './terminal.ts';
import { buildTokenIndex, Occurrences, type TokenIndex } from './token-index.ts';
import { buildValueIndex, type ValueIndex } from './value-index.ts';
import { Vocabulary } from './vocabulary.ts';

/** All that search asks of a list of terminals. Documents are positions in `terminals`, which is sorted by name. */
export interface TerminalIndex {
  readonly terminals: readonly Terminal[];
  readonly vocabulary: Vocabulary;
  /** Word numbers of the name and of each alias, by document. */
  readonly titles: readonly (readonly (readonly number[])[])[];
  /** What text search always covers: names, group, both cities, state (code and full name), type, ZIP. */
  readonly words: TokenIndex;
  /** The street address, which text search covers only beside a place filter. */
  readonly address: TokenIndex;
  readonly cities: ValueIndex;
  readonly states: ValueIndex;
  readonly types: ValueIndex;
  readonly zips: ValueIndex;
  readonly points: PointIndex;
}

/** Code units, not a locale: the same order everywhere, and the one a keyword field of a search engine has. */
const byName = (a: Terminal, b: Terminal) => (a.name < b.name ? -1 : Number(a.name > b.name));

/** Builds the index; every text is folded here, once. */
export function buildTerminalIndex(unordered: readonly Terminal[]): TerminalIndex {
  const terminals = [...unordered].sort(byName);
  const vocabulary = new Vocabulary();
  const words = new Occurrences();
  const streets = new Occurrences();
  const titles = terminals.map((terminal, document) => {
    const ofTitles = titlesOf(terminal).map((title) => vocabulary.learn(title));
    for (const title of ofTitles) words.add(document, title);
    for (const text of sharedTextsOf(terminal)) words.add(document, vocabulary.learnRepeated(text));
    words.add(document, vocabulary.learn(terminal.zip));
    streets.add(document, vocabulary.learn(terminal.address));
    return ofTitles;
  });
  const sorted = sortWords(vocabulary);
  return {
    terminals,
    vocabulary,
    titles,
    words: buildTokenIndex(sorted, words),
    address: buildTokenIndex(sorted, streets),
    cities: buildValueIndex(terminals.map(({ city, portCity }) => [city, portCity])),
    states: buildValueIndex(terminals.map(({ state }) => [state])),
    types: buildValueIndex(terminals.map(({ type }) => [type])),
    zips: buildValueIndex(terminals.map(({ zip }) => [zip])),
    points: buildPointIndex(terminals),
  };
}
