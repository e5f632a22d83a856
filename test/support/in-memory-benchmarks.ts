import { readBenchmarks } from '../../shared/costs/trailers/benchmark-book.ts';
import type { BenchmarkStore } from '../../shared/costs/trailers/dynamodb-benchmarks.ts';

/** A store of published rates in memory, which tests can overwrite with any value. */
export function createInMemoryBenchmarks() {
  let stored: unknown;
  const store: BenchmarkStore = {
    readBook: async () => readBenchmarks(structuredClone(stored)),
    replace: async (book) => {
      if (Number(Object(stored).version ?? 0) !== book.version - 1) return 'outdated';
      stored = { format: 1, ...structuredClone(book) };
      return 'replaced';
    },
  };
  return {
    store,
    setBook: (book: unknown) => {
      stored = book;
    },
  };
}
