import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findOffset } from '../../../../shared/quotes/counts/find-offset.ts';
import { ALL_PARTITIONS } from '../../../../shared/quotes/counts/list-partition.ts';

const counts = fc.array(
  fc.record({
    part: fc.integer({ min: 1, max: 6 }),
    partition: fc.constantFrom(...ALL_PARTITIONS),
    count: fc.integer({ min: 0, max: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
);

it('an offset is at the quote that comes after so many others, newest parts first', () => {
  fc.assert(
    fc.property(counts, fc.nat(), (given, any) => {
      const newestFirst = given.toSorted((a, b) => b.part - a.part);
      const quotes = newestFirst.flatMap(({ part, count }) => Array.from({ length: count }, () => part));
      fc.pre(quotes.length > 0);
      const offset = any % quotes.length;
      const part = Number(quotes[offset]);
      expect(findOffset(given, offset)).toEqual({ part, skip: offset - quotes.indexOf(part) });
    }),
  );
});

it('an offset after all quotes is the end of the oldest part', () => {
  fc.assert(
    fc.property(counts, fc.nat(9), (given, more) => {
      const all = given.reduce((sum, { count }) => sum + count, 0);
      const oldest = Math.min(...given.map(({ part }) => part));
      const inOldest = given.filter(({ part }) => part === oldest);
      const skip = inOldest.reduce((sum, { count }) => sum + count, 0);
      expect(findOffset(given, all + more)).toEqual({ part: oldest, skip });
    }),
  );
});

it('an offset has no position without counts', () => {
  expect(findOffset([], 0)).toBeUndefined();
});
