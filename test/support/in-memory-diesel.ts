import type { DieselChange } from '../../shared/costs/diesel/diesel-lookup.ts';
import type { DieselStore } from '../../shared/costs/diesel/dynamodb-diesel-store.ts';

/** A diesel store in memory. Tests can read its changes and overwrite its book. */
export function createInMemoryDieselStore() {
  let stored: unknown;
  const changes: DieselChange[] = [];
  const store: DieselStore = {
    readBook: async () => structuredClone(stored),
    replace: async (book, change) => {
      const version = Number(Object(stored).version ?? 0);
      if (version !== book.version - 1) return 'outdated';
      stored = { format: 1, ...structuredClone(book) };
      changes.push(structuredClone(change));
      return 'replaced';
    },
    restore: async (book, change) => {
      stored = { format: 1, ...structuredClone(book) };
      changes.push(structuredClone(change));
    },
    readChanges: async () => structuredClone(changes),
  };
  return {
    store,
    changes,
    /** Overwrites the book with any value. */
    setBook: (book: unknown) => {
      stored = book;
    },
  };
}
