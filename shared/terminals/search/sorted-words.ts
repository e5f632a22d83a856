import type { Vocabulary } from './vocabulary.ts';

/** Words in code unit order, and the rank of each word number of the vocabulary. */
export interface SortedWords {
  readonly words: readonly string[];
  /** By word number. */
  readonly ranks: Uint32Array;
}

/** Sorts after all letters and digits, so that `prefix + LAST` is the end of the words with a prefix. */
const LAST = '\uffff';

export function sortWords(vocabulary: Vocabulary): SortedWords {
  const words = vocabulary.words.toSorted();
  const ranks = new Uint32Array(words.length);
  words.forEach((word, rank) => {
    ranks[vocabulary.numberOf(word)] = rank;
  });
  return { words, ranks };
}

/** Ranks of the words that start with `prefix`: `start` inclusive, `end` exclusive. The prefix itself is first. */
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
