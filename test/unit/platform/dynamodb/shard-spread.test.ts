import { describe, expect, it, vi } from 'vitest';
import { createShardSpread } from '../../../../shared/platform/dynamodb/shard-spread.ts';

describe('the shards of writers', () => {
  it('are the first one until a write is repeated, then all in turn for 5 seconds', () => {
    vi.useFakeTimers({ now: 0 });
    try {
      const spread = createShardSpread(8);
      const write = (attempts: number) => {
        const shardOfAttempt = spread();
        return Array.from({ length: attempts }, shardOfAttempt);
      };
      expect([write(1), write(1)]).toEqual([[0], [0]]);

      const [first, second] = write(2);
      expect(first).toBe(0);
      const later = Array.from({ length: 7 }, () => write(1)).flat();
      expect([second, ...later].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);

      vi.advanceTimersByTime(5_001);
      expect(write(1)).toEqual([0]);
    } finally {
      vi.useRealTimers();
    }
  });
});
