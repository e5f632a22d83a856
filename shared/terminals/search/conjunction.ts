import type { Postings } from './token-index.ts';

/** The documents that meet all conditions added so far; without a condition, all documents. */
export class Conjunction {
  /** By document: number of conditions met, counted from the first without a gap. */
  readonly #met: Uint32Array;
  #conditions = 0;
  #remaining: number;

  /** Over documents 0..size-1. */
  constructor(size: number) {
    this.#met = new Uint32Array(size);
    this.#remaining = size;
  }

  /** Adds a condition: the document is in at least one of the postings. */
  require(anyOf: readonly Postings[]): void {
    const met = this.#met;
    const before = this.#conditions;
    let remaining = 0;
    for (const { documents, start, end } of anyOf) {
      for (let index = start; index < end; index += 1) {
        const document = documents[index] ?? 0;
        if (met[document] !== before) continue;
        met[document] = before + 1;
        remaining += 1;
      }
    }
    this.#conditions = before + 1;
    this.#remaining = remaining;
  }

  get isEmpty(): boolean {
    return this.#remaining === 0;
  }

  has(document: number): boolean {
    return this.#met[document] === this.#conditions;
  }

  /** The remaining documents, ascending. */
  documents(): number[] {
    const left: number[] = [];
    if (this.isEmpty) return left;
    for (let document = 0; document < this.#met.length; document += 1) {
      if (this.has(document)) left.push(document);
    }
    return left;
  }
}
