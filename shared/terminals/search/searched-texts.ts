import { LONG_FORMS } from '../../geography/places/normalize-city.ts';
import { US_STATES } from '../../geography/places/us-states.ts';
import { foldText, foldWords } from '../../platform/text/text-folding.ts';
import { portByLocode, portsNamed } from '../catalogue/ports.ts';
import { codesOf, type Terminal } from '../catalogue/terminal.ts';

/** Titles of a terminal: name, aliases and FIRMS codes. A text equal to a title is an exact hit. */
export const titlesOf = ({ name, aliases, firmsCodes = [] }: Terminal): readonly string[] => [
  name,
  ...aliases,
  ...firmsCodes,
];

/** What search compares of a terminal: the scan and the OpenSearch index use the same folded texts. */
export interface SearchedTexts {
  /** Name, aliases and codes, in their long spelling. */
  readonly titles: readonly string[];
  /** Words of the name and of the terminal's own place and type, without those of its port and group. */
  readonly ownWords: readonly string[];
  /** Words of all texts except the street address. */
  readonly words: readonly string[];
  readonly street: readonly string[];
  /** Codes of the terminal's state and of the states that its texts name in full. */
  readonly states: readonly string[];
  /** City and city of the port, each in both spellings. */
  readonly cities: readonly string[];
}

export function searchedTexts(terminal: Terminal): SearchedTexts {
  const { name, city, portCity, group, state, type, zip, address } = terminal;
  const titles = titlesOf(terminal);
  const codes = Object.values(codesOf(terminal)).flat();
  const port = portTexts(terminal.port);
  const texts = [...titles, group, city, portCity, ...port.names];
  const kinds = type === 'rail' ? ['ramp', 'yard'] : [];
  const others = [state, US_STATES.get(state) ?? '', type, ...kinds, zip, ...codes, ...port.codes];
  return {
    titles: unique([...titles, ...codes].map((title) => longWords(title).join(' '))),
    ownWords: unique([name, city, state, zip, type].flatMap(wordsOf)),
    words: unique([...texts, ...others].flatMap(wordsOf)),
    street: unique(wordsOf(address)),
    states: unique([state, ...texts.flatMap((text) => statesIn(text))]),
    cities: unique([city, portCity].flatMap(spelledTexts)),
  };
}

/** A text of a query. A terminal matches if it meets every condition. */
export interface SearchedQuery {
  /** Equal to a title of an exact hit. */
  readonly title: string;
  readonly conditions: readonly Condition[];
  /** Codes of the states that the text names in full. */
  readonly states: readonly string[];
  /** The distinct words that are not part of such a name. */
  readonly words: readonly string[];
}

/** Met by a terminal with a word that starts with `word`, or with the state among `states` of its texts. */
export interface Condition {
  readonly word?: string;
  readonly state?: string;
}

/** Reads the text of a query; undefined if it has no word. */
export function readSearchedQuery(text: string): SearchedQuery | undefined {
  const folded = wholeWords(portByLocode(text) ? text.replace(/[\s-]/g, '') : text);
  if (folded.length === 0) return undefined;
  const { states, rest } = readNamedStates(folded.join(' '));
  const words = unique(rest);
  return {
    title: folded.map(longWord).join(' '),
    // A name of one word can be that of a city as well: "kansas", "washington".
    conditions: [
      ...states.map(({ code, name }) => ({ state: code, ...(name.includes(' ') ? {} : { word: name }) })),
      ...words.map((word) => ({ word })),
    ],
    states: states.map(({ code }) => code),
    words,
  };
}

/** Points of the order of hits; a higher sum comes first. */
export const POINTS = { exactTitle: 8, namedState: 4, ownWords: 2, wholeWords: 1 } as const;

/** Spellings of words in names of cities ("St. Louis" is "Saint Louis") and of terminals ("Packer Ave"). */
const LONG_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...LONG_FORMS,
    ...{
      av: 'avenue',
      ave: 'avenue',
      blvd: 'boulevard',
      intl: 'international',
      intm: 'intermodal',
      rd: 'road',
    },
    ...{ term: 'terminal', trml: 'terminal', yd: 'yard' },
  }),
);
const SHORT_SPELLINGS = Map.groupBy(LONG_SPELLINGS.keys(), (short) => LONG_SPELLINGS.get(short) ?? '');

/** The apostrophe of "Int'l" would make two words of it. */
const wholeWords = (text: string): string[] => foldWords(text.replace(/\bint['\u2019]l\b/gi, 'intl'));

const longWord = (word: string): string => LONG_SPELLINGS.get(word) ?? word;

/** The folded words of a text in their long spelling. */
export const longWords = (text: string): readonly string[] => wholeWords(text).map(longWord);

/** The words of a text, each in all spellings. */
const wordsOf = (text: string): readonly string[] =>
  wholeWords(text).flatMap((word) => [word, ...(SHORT_SPELLINGS.get(word) ?? [longWord(word)])]);

/** The forms of a folded text: as written, and in the long spelling. [] without words. */
export function spelledTexts(text: string): readonly string[] {
  const words = wholeWords(text);
  return words.length === 0 ? [] : unique([words.join(' '), words.map(longWord).join(' ')]);
}

const statesIn = (text: string): readonly string[] =>
  readNamedStates(foldText(text)).states.map(({ code }) => code);

/** "Ports of Los Angeles and Long Beach" must not find one port by the name of the other. */
function portTexts(locode: string): { readonly names: readonly string[]; readonly codes: readonly string[] } {
  const port = portByLocode(locode);
  return {
    names: port?.names.filter((name) => portsNamed(name).length === 1) ?? [],
    codes: [locode, ...(port?.locodes ?? [])],
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Codes by the folded full name. */
const CODES: ReadonlyMap<string, string> = new Map(
  [...US_STATES, ['VI', 'Virgin Islands'] as const].map(([code, name]) => [foldText(name), code]),
);

/**
 * Full names of states in a folded text, the longest first: "west virginia" is not Virginia. A name before "city" is part
 * of a city; at the end of the text also before the beginning of "city", which a person may be typing.
 */
const FULL_NAME = new RegExp(
  `(?<![^ ])(?:${[...CODES.keys()].sort((a, b) => b.length - a.length).join('|')})(?= |$)(?! city(?: |$)| c(?:it?)?$)`,
  'g',
);

interface NamedStates {
  readonly states: readonly { readonly code: string; readonly name: string }[];
  /** The other words. */
  readonly rest: readonly string[];
}

/** Finds full names of states in a folded text, so that "north carolina" is a state and not two words. */
function readNamedStates(folded: string): NamedStates {
  const names = new Set(folded.match(FULL_NAME));
  const rest = folded.replace(FULL_NAME, ' ').match(/[^ ]+/g) ?? [];
  return { states: [...names].map((name) => ({ code: CODES.get(name) ?? '', name })), rest };
}
