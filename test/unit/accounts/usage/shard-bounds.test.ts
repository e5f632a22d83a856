import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shardBounds, shardWithRoom } from '../../../../shared/accounts/usage/shard-bounds.ts';

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('the bounds of a sharded count', () => {
  it.each([
    ['divide a limit', [0, 0, 0, 0], 8, [2, 2, 2, 2]],
    ['give the remainder to the first shards', [0, 0, 0, 0], 6, [2, 2, 1, 1]],
    ['leave a shard above the level as it is', [7, 0, 0, 0], 10, [7, 1, 1, 1]],
    ['are the counts at the limit', [3, 1], 4, [3, 1]],
    ['are the counts above the limit', [3, 1], 2, [3, 1]],
    ['of a limit of 0 are 0', [0, 0], 0, [0, 0]],
  ])('%s', (_, counts, limit, bounds) => {
    expect(shardBounds(counts, limit)).toEqual(bounds);
  });

  it('let writers that read at different times reach the limit exactly without exceeding it', () => {
    const counts = fc.array(fc.nat(12), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(counts, fc.nat(120), fc.infiniteStream(fc.nat()), (start, limit, choices) => {
        const stored = [...start];
        // Each writer read the counts of a moment; it may write at any later one.
        const readings = [[...stored]];
        const next = (below: number) => Number(choices.next().value) % below;
        for (let step = 0; step < 400; step++) {
          const read = readings[next(readings.length)] ?? [];
          const bounds = shardBounds(read, limit);
          const shard = shardWithRoom(read, bounds, next(read.length));
          if (shard !== undefined && (stored[shard] ?? 0) < (bounds[shard] ?? 0)) {
            stored[shard] = (stored[shard] ?? 0) + 1;
          }
          // A query reads one item after the other, so that each count may be of another moment.
          readings.push(stored.map((count, at) => readings[next(readings.length)]?.[at] ?? count));
          readings.push([...stored]);
        }
        for (;;) {
          const bounds = shardBounds(stored, limit);
          const shard = shardWithRoom(stored, bounds, 0);
          if (shard === undefined) break;
          stored[shard] = (stored[shard] ?? 0) + 1;
        }
        expect(sum(stored)).toBe(Math.max(limit, sum(start)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a shard with room', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 3],
    [3, 3],
    [4, 1],
  ])('is searched from shard %d upwards and then from the first one: %d', (from, found) => {
    expect(shardWithRoom([5, 4, 5, 0, 5], [5, 5, 5, 5, 5], from)).toBe(found);
  });

  it('is not found if all are full', () => {
    expect(shardWithRoom([5, 4], [5, 4], 1)).toBeUndefined();
  });
});
