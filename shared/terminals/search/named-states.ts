import { US_STATES } from '../../geography/places/us-states.ts';
import { foldWords } from '../../platform/text/text-folding.ts';

export interface NamedStates {
  /** Distinct codes of the states with their full name in the words. */
  readonly states: readonly string[];
  /** The other words. */
  readonly rest: readonly string[];
}

/** Full names by their first word, longest first: "West Virginia" is not Virginia. */
const NAMES_BY_FIRST_WORD = groupNames([...US_STATES, ['VI', 'Virgin Islands']]);

/** "Kansas City" and "Texas City" are cities. */
const CITY = 'city';

/** Finds full state names in folded words, so that "north carolina" is a state and not two words. */
export function readNamedStates(words: readonly string[]): NamedStates {
  // Fast path: an index has many texts, and most do not contain a state name.
  if (!words.some((word) => NAMES_BY_FIRST_WORD.has(word))) return { states: [], rest: words };
  const states = new Set<string>();
  const rest: string[] = [];
  let position = 0;
  while (position < words.length) {
    const named = nameAt(words, position);
    if (named === undefined) rest.push(words[position] ?? '');
    else states.add(named.state);
    position += named?.words.length ?? 1;
  }
  return { states: [...states], rest };
}

interface StateName {
  readonly state: string;
  readonly words: readonly string[];
}

function nameAt(words: readonly string[], position: number): StateName | undefined {
  return NAMES_BY_FIRST_WORD.get(words[position] ?? '')?.find(
    (name) =>
      name.words.every((word, index) => word === words[position + index]) &&
      words[position + name.words.length] !== CITY,
  );
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
