import { foldText } from './text-folding.ts';
import type { Postings } from './token-index.ts';

/** Documents by the values of a field. */
export interface ValueIndex {
  equalTo(value: string): Postings[];
  /** Documents with a value that has `part` in it, both folded, at the cost of one look at each distinct value. */
  containing(part: string): Postings[];
}

/** Builds the index of documents 0..n-1 from the values of each; empty values are not indexed. */
export function buildValueIndex(valuesByDocument: readonly (readonly string[])[]): ValueIndex {
  const lists = new Map<string, number[]>();
  valuesByDocument.forEach((values, document) => {
    for (const value of values) {
      if (value === '') continue;
      const documents = lists.get(value);
      if (documents === undefined) lists.set(value, [document]);
      else documents.push(document);
    }
  });
  const postings = (documents: readonly number[]): Postings => ({
    documents,
    start: 0,
    end: documents.length,
  });
  let folded: { readonly text: string; readonly documents: readonly number[] }[] | undefined;
  return {
    equalTo: (value) => [postings(lists.get(value) ?? [])],
    containing: (part) => {
      folded ??= [...lists].map(([value, documents]) => ({ text: foldText(value), documents }));
      const wanted = foldText(part);
      // A part with no letter or digit is no part of anything, though it folds to a part of every text.
      if (wanted === '') return [];
      return folded.filter(({ text }) => text.includes(wanted)).map(({ documents }) => postings(documents));
    },
  };
}
