import { ranksWithPrefix, type SortedWords } from './sorted-words.ts';

/** A slice of document numbers; the same one may stand in it more than once. */
export interface Postings {
  readonly documents: ArrayLike<number>;
  readonly start: number;
  readonly end: number;
}

/**
 * Inverted index with the postings of all words in one array, in the words' order: the postings of a prefix are
 * one slice of it, and those of the word itself are that slice's head.
 */
export interface TokenIndex {
  /** Documents that have exactly this word. */
  whole(word: string): Postings;
  /** Documents that have a word that begins with `prefix`, the word itself included. */
  withPrefix(prefix: string): Postings;
}

/** Which documents have which words: pairs, in two lists that grow together. */
export class Occurrences {
  readonly words: number[] = [];
  readonly documents: number[] = [];

  /** Notes that a document has words, by their numbers. */
  add(document: number, words: readonly number[]): void {
    for (const word of words) {
      this.words.push(word);
      this.documents.push(document);
    }
  }
}

/** Sorts occurrences by the rank of their word (a counting sort) into an index. */
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
