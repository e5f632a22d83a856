import { foldWords } from '../../platform/text/text-folding.ts';
import type { Terminal } from '../catalogue/terminal.ts';
import { readNamedStates } from './named-states.ts';
import { buildPointIndex, type PointIndex } from './point-index.ts';
import { portTextsOf, sharedTextsOf, titlesOf } from './searched-texts.ts';
import { sortWords } from './sorted-words.ts';
import { buildTokenIndex, Occurrences, type TokenIndex } from './token-index.ts';
import { buildValueIndex, type ValueIndex } from './value-index.ts';
import { Vocabulary } from './vocabulary.ts';
import { longForm, withSpellings } from './word-spellings.ts';

/** Search index of a list of terminals. A document is a position in `terminals`, which is sorted by name. */
export interface TerminalIndex {
  readonly terminals: readonly Terminal[];
  readonly vocabulary: Vocabulary;
  /** By document: word numbers of the name and of each alias, in their long spelling. */
  readonly titles: readonly (readonly (readonly number[])[])[];
  /** Words that text search always covers: names, group, cities, state (code and name), port, codes, type, ZIP code. */
  readonly words: TokenIndex;
  /** Words of the street address, which text search covers only with a place filter. */
  readonly address: TokenIndex;
  /** States of a terminal and full state names in its texts, without the street address. */
  readonly namedStates: ValueIndex;
  /** Full state names in the street address. */
  readonly addressStates: ValueIndex;
  readonly cities: ValueIndex;
  readonly states: ValueIndex;
  readonly types: ValueIndex;
  readonly zips: ValueIndex;
  readonly points: PointIndex;
}

interface ReadText {
  /** Word numbers, in both spellings. */
  readonly numbers: readonly number[];
  readonly states: readonly string[];
}

/** Compares code units instead of a locale, as keyword fields of a search engine do. */
const byName = (a: Terminal, b: Terminal) => (a.name < b.name ? -1 : Number(a.name > b.name));

/** Builds the index. Each text is folded once. */
export function buildTerminalIndex(unordered: readonly Terminal[]): TerminalIndex {
  const terminals = [...unordered].sort(byName);
  const vocabulary = new Vocabulary();
  const words = new Occurrences();
  const streets = new Occurrences();

  const read = (text: string): ReadText => {
    const folded = foldWords(text);
    return { numbers: vocabulary.learn(withSpellings(folded)), states: readNamedStates(folded).states };
  };
  const readShared = memoized(read);
  const readPort = memoized((locode: string): ReadText => {
    const { names, codes } = portTextsOf(locode);
    const texts = names.map(read);
    return {
      numbers: [...texts.flatMap(({ numbers }) => numbers), ...vocabulary.learn(codes.flatMap(foldWords))],
      states: texts.flatMap(({ states }) => states),
    };
  });
  const namedStates: (readonly string[])[] = [];
  const addressStates: (readonly string[])[] = [];
  const titles = terminals.map((terminal, document) => {
    const named = new Set([terminal.state]);
    const ofTitles = titlesOf(terminal).map((title) => {
      const folded = foldWords(title);
      const spelled = withSpellings(folded);
      const numbers = vocabulary.learn(spelled);
      words.add(document, numbers);
      for (const state of readNamedStates(folded).states) named.add(state);
      return spelled === folded ? numbers : vocabulary.learn(folded.map(longForm));
    });
    for (const { numbers, states } of [...sharedTextsOf(terminal).map(readShared), readPort(terminal.port)]) {
      words.add(document, numbers);
      for (const state of states) named.add(state);
    }
    for (const code of [terminal.zip, terminal.locode])
      words.add(document, vocabulary.learn(foldWords(code)));
    const street = foldWords(terminal.address);
    streets.add(document, vocabulary.learn(street));
    namedStates.push([...named]);
    addressStates.push(readNamedStates(street).states);
    return ofTitles;
  });
  const sorted = sortWords(vocabulary);
  return {
    terminals,
    vocabulary,
    titles,
    words: buildTokenIndex(sorted, words),
    address: buildTokenIndex(sorted, streets),
    namedStates: buildValueIndex(namedStates),
    addressStates: buildValueIndex(addressStates),
    cities: buildValueIndex(terminals.map(({ city, portCity }) => [city, portCity])),
    states: buildValueIndex(terminals.map(({ state }) => [state])),
    types: buildValueIndex(terminals.map(({ type }) => [type])),
    zips: buildValueIndex(terminals.map(({ zip }) => [zip])),
    points: buildPointIndex(terminals),
  };
}

/** Caches the results of `read` by text, because many terminals share cities and groups. */
function memoized<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const fresh = read(text);
    known.set(text, fresh);
    return fresh;
  };
}
