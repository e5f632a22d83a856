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

/** All that search asks of a list of terminals. Documents are positions in `terminals`, which is sorted by name. */
export interface TerminalIndex {
  readonly terminals: readonly Terminal[];
  readonly vocabulary: Vocabulary;
  /** Word numbers of the name and of each alias in their long spelling, by document. */
  readonly titles: readonly (readonly (readonly number[])[])[];
  /** What text search always covers: names, group, both cities, state (code and full name), port, codes, type, ZIP. */
  readonly words: TokenIndex;
  /** The street address, which text search covers only beside a place filter. */
  readonly address: TokenIndex;
  /** The states that a terminal is in or that its texts name in full, without and of the street address. */
  readonly namedStates: ValueIndex;
  readonly addressStates: ValueIndex;
  readonly cities: ValueIndex;
  readonly states: ValueIndex;
  readonly types: ValueIndex;
  readonly zips: ValueIndex;
  readonly points: PointIndex;
}

interface ReadText {
  /** Of its words, both spellings. */
  readonly numbers: readonly number[];
  readonly states: readonly string[];
}

/** Code units, not a locale: the same order everywhere, and the one a keyword field of a search engine has. */
const byName = (a: Terminal, b: Terminal) => (a.name < b.name ? -1 : Number(a.name > b.name));

/** Builds the index; every text is folded here, once. */
export function buildTerminalIndex(unordered: readonly Terminal[]): TerminalIndex {
  const terminals = [...unordered].sort(byName);
  const vocabulary = new Vocabulary();
  const words = new Occurrences();
  const streets = new Occurrences();

  const read = (text: string): ReadText => {
    const folded = foldWords(text);
    return { numbers: vocabulary.learn(withSpellings(folded)), states: readNamedStates(folded).states };
  };
  const readShared = remembered(read);
  const readPort = remembered((locode: string): ReadText => {
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

/** Reads each text once however often it comes: cities, groups and the like. */
function remembered<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const fresh = read(text);
    known.set(text, fresh);
    return fresh;
  };
}
