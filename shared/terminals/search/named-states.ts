import { US_STATES } from '../../geography/places/us-states.ts';
import { foldWords } from '../../platform/text/text-folding.ts';

export interface NamedStates {
  /** Distinct codes of the states with their full name in the words. */
  readonly states: readonly string[];
  /** The other words. */
  readonly rest: readonly string[];
  /** The state whose one-word name is the last word, and only there: not in "kansas city kansas". */
  readonly last: { readonly state: string; readonly word: string } | undefined;
}

/** Full names of the states with their codes. */
export const STATE_NAMES: readonly (readonly [state: string, name: string])[] = [
  ...US_STATES,
  ['VI', 'Virgin Islands'],
];

/** Names by their first word, longest first: "West Virginia" is not Virginia. */
const NAMES_BY_FIRST_WORD = groupNames(STATE_NAMES);

/** "Kansas City" and "Texas City" are cities. */
const CITY = 'city';

/** Finds full state names in folded words, so that "north carolina" is a state and not two words. */
export const readNamedStates = (words: readonly string[]): NamedStates =>
  readStates(words, (next) => next === CITY);

/**
 * As `readNamedStates`, for a query that a person is typing: "kansas ci" can become "kansas city". If the query ends with
 * a one-word name (`last`), terminals with this word match as well: "kansas" can become "kansas city".
 */
export const readQueriedStates = (words: readonly string[]): NamedStates =>
  readStates(words, (next, isLast) => next === CITY || (isLast && CITY.startsWith(next)));

/** Whether the word after a name makes it the name of a city. */
type IsCity = (next: string, isLast: boolean) => boolean;

function readStates(words: readonly string[], isCity: IsCity): NamedStates {
  // Fast path: an index has many texts, and most do not contain a state name.
  if (!words.some((word) => NAMES_BY_FIRST_WORD.has(word)))
    return { states: [], rest: words, last: undefined };
  const states = new Set<string>();
  const rest: string[] = [];
  let last: NamedStates['last'];
  let position = 0;
  while (position < words.length) {
    const word = words[position] ?? '';
    const named = nameAt(words, position, isCity);
    if (named === undefined) rest.push(word);
    else states.add(named.state);
    if (named?.words.length === 1 && position === words.length - 1) last = { state: named.state, word };
    position += named?.words.length ?? 1;
  }
  return { states: [...states], rest, last: last && !rest.includes(last.word) ? last : undefined };
}

interface StateName {
  readonly state: string;
  readonly words: readonly string[];
}

function nameAt(words: readonly string[], position: number, isCity: IsCity): StateName | undefined {
  return NAMES_BY_FIRST_WORD.get(words[position] ?? '')?.find((name) => {
    const end = position + name.words.length;
    const next = words[end];
    return (
      name.words.every((word, index) => word === words[position + index]) &&
      (next === undefined || !isCity(next, end === words.length - 1))
    );
  });
}

function groupNames(states: readonly (readonly [string, string])[]): ReadonlyMap<string, StateName[]> {
  const groups = new Map<string, StateName[]>();
  for (const [state, name] of states) {
    const words = foldWords(name);
    const first = words[0] ?? '';
    groups.set(first, [...(groups.get(first) ?? []), { state, words }]);
  }
  for (const names of groups.values()) names.sort((a, b) => b.words.length - a.words.length);
  return groups;
}
