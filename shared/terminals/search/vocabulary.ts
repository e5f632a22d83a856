/** Number of a word that no text has. */
const UNKNOWN_WORD = -1;

/** Folded words by number, so that indexing and comparing texts handles numbers instead of strings. */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** All words so far, at the position of their number. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** The numbers of folded words in their order; new words get the next numbers. */
  learn(words: readonly string[]): readonly number[] {
    return words.map((word) => {
      const known = this.#numbers.get(word);
      if (known !== undefined) return known;
      const number = this.#words.push(word) - 1;
      this.#numbers.set(word, number);
      return number;
    });
  }

  /** The number of a folded word, or -1. */
  numberOf(word: string): number {
    return this.#numbers.get(word) ?? UNKNOWN_WORD;
  }
}
