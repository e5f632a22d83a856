import { foldWords } from './text-folding.ts';

/** Number of a word that no text has. */
const UNKNOWN_WORD = -1;

/** Folded words by number, so that indexing and comparing texts handles numbers instead of strings. */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #repeated = new Map<string, readonly number[]>();

  /** All words so far, at the position of their number. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** The numbers of a text's folded words in their order; new words get the next numbers. */
  learn(text: string): readonly number[] {
    const numbers: number[] = [];
    for (const word of foldWords(text)) {
      let number = this.#numbers.get(word);
      if (number === undefined) {
        number = this.#words.push(word) - 1;
        this.#numbers.set(word, number);
      }
      numbers.push(number);
    }
    return numbers;
  }

  /** `learn` that folds a text once however often it comes: for cities, groups and the like. */
  learnRepeated(text: string): readonly number[] {
    let numbers = this.#repeated.get(text);
    if (numbers === undefined) {
      numbers = this.learn(text);
      this.#repeated.set(text, numbers);
    }
    return numbers;
  }

  /** The number of a folded word, or -1. */
  numberOf(word: string): number {
    return this.#numbers.get(word) ?? UNKNOWN_WORD;
  }
}
