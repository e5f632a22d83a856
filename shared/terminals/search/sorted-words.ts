import type { Vocabulary } from './vocabulary.ts';

/** Words in code-unit order, and the place each number of the vocabulary got in it. */
export interface SortedWords {
  readonly words: readonly string[];
  /** By word number. */
  readonly ranks: Uint32Array;
}

/** Sorts behind every letter and digit, so `prefix + LAST` is where the words of a prefix end. */
const LAST = '\uffff';

export function sortWords(vocabulary: Vocabulary): SortedWords {
  const words = vocabulary.words.toSorted();
  const ranks = new Uint32Array(words.length);
  words.forEach((word, rank) => {
    ranks[vocabulary.numberOf(word)] = rank;
  });
  return { words, ranks };
}

/** Ranks from `start` up to but without `end`: the words that begin with `prefix`, the prefix itself first. */
export function ranksWithPrefix({ words }: SortedWords, prefix: string): { start: number; end: number } {
  return { start: lowerBound(words, prefix), end: lowerBound(words, prefix + LAST) };
}

/** Position of the first of the sorted words that is not less than `word`. */
function lowerBound(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
