import type { DieselChange, DieselStore } from '../../shared/costs/diesel/diesel-book.ts';

/** A store of diesel prices in memory, with what a test looks at and breaks. */
export function dieselUnderTest() {
  let stored: unknown;
  const kept: DieselChange[] = [];
  const store: DieselStore = {
    book: async () => structuredClone(stored),
    replace: async (book, change) => {
      const version = Number(Object(stored).version ?? 0);
      if (version !== book.version - 1) return 'outdated';
      stored = { format: 1, ...structuredClone(book) };
      kept.push(structuredClone(change));
      return 'replaced';
    },
    restore: async (book, change) => {
      stored = { format: 1, ...structuredClone(book) };
      kept.push(structuredClone(change));
    },
    changes: async () => structuredClone(kept),
  };
  return {
    store,
    kept,
    /** Puts anything in the place of the book. */
    setBook: (book: unknown) => {
      stored = book;
    },
  };
}
