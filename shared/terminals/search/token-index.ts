import { ranksWithPrefix, type SortedWords } from './sorted-words.ts';

/** A slice of document numbers, which can contain duplicates. */
export interface Postings {
  readonly documents: ArrayLike<number>;
  readonly start: number;
  readonly end: number;
}

/**
 * Inverted index with the postings of all words in one array, in word order. The postings of a prefix are one slice; the
 * postings of the word itself are at the start of the slice.
 */
export interface TokenIndex {
  /** Documents with exactly this word. */
  whole(word: string): Postings;
  /** Documents with a word that starts with `prefix`, including the word itself. */
  withPrefix(prefix: string): Postings;
}

/** Pairs of word and document, in two parallel lists. */
export class Occurrences {
  readonly words: number[] = [];
  readonly documents: number[] = [];

  /** Adds the words of a document, by word number. */
  add(document: number, words: readonly number[]): void {
    for (const word of words) {
      this.words.push(word);
      this.documents.push(document);
    }
  }
}

/** Builds the index: sorts occurrences by the rank of their word (counting sort). */
export function buildTokenIndex(sorted: SortedWords, occurrences: Occurrences): TokenIndex {
  const { words, ranks } = sorted;
  const starts = new Uint32Array(words.length + 1);
  for (const word of occurrences.words) {
    const next = (ranks[word] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let rank = 1; rank < starts.length; rank += 1) {
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  }

  const documents = new Uint32Array(occurrences.documents.length);
  const free = starts.slice();
  occurrences.words.forEach((word, occurrence) => {
    const rank = ranks[word] ?? 0;
    const position = free[rank] ?? 0;
    documents[position] = occurrences.documents[occurrence] ?? 0;
    free[rank] = position + 1;
  });

  const slice = (from: number, to: number): Postings => ({
    documents,
    start: starts[from] ?? documents.length,
    end: starts[to] ?? documents.length,
  });
  return {
    whole: (word) => {
      const { start } = ranksWithPrefix(sorted, word);
      return slice(start, words[start] === word ? start + 1 : start);
    },
    withPrefix: (prefix) => {
      const { start, end } = ranksWithPrefix(sorted, prefix);
      return slice(start, end);
    },
  };
}
