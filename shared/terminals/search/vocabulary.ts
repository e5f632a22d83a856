/** Number of an unknown word. */
const UNKNOWN_WORD = -1;

/** Assigns numbers to folded words, so that texts are indexed and compared as numbers. */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** All words; the index in the array is the word number. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** The numbers of folded words, in order. New words get the next numbers. */
  learn(words: readonly string[]): readonly number[] {
    return words.map((word) => {
      const known = this.#numbers.get(word);
      if (known !== undefined) return known;
      const number = this.#words.push(word) - 1;
      this.#numbers.set(word, number);
      return number;
    });
  }

  /** The number of a folded word, or -1 if unknown. */
  numberOf(word: string): number {
    return this.#numbers.get(word) ?? UNKNOWN_WORD;
  }
}
