import type { Postings } from './token-index.ts';
import { spelledTexts } from './word-spellings.ts';

/** Index of documents by the values of a field. */
export interface ValueIndex {
  equalTo(value: string): Postings[];
  /**
   * Documents with a value that contains `part`, without regard to case and accents, as written or with all
   * abbreviations (St, Ft, Mt) in full. Scans all distinct values.
   */
  containing(part: string): Postings[];
}

/** Builds the index of documents 0..n-1 from their values. Empty values are not indexed. */
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
  let folded: { readonly texts: readonly string[]; readonly documents: readonly number[] }[] | undefined;
  return {
    equalTo: (value) => [postings(lists.get(value) ?? [])],
    containing: (part) => {
      folded ??= [...lists].map(([value, documents]) => ({ texts: spelledTexts(value), documents }));
      const wanted = spelledTexts(part);
      return folded
        .filter(({ texts }) => texts.some((text) => wanted.some((one) => text.includes(one))))
        .map(({ documents }) => postings(documents));
    },
  };
}
