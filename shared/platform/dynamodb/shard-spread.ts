/** After a conflict, a writer uses all shards for this long. */
const SPREAD_MS = 5_000;

/**
 * Chooses shards for writes that add to sharded counts. Writers use the first shard, so that counts stay in few items.
 * After a conflict, a process uses all shards in turn for `SPREAD_MS`, beginning with a random one.
 * @returns creates the choice for one write, which returns the shard of its next attempt, 0 to `shards` - 1.
 */
export function createShardSpread(shards: number): () => () => number {
  let spreadUntil = Number.NEGATIVE_INFINITY;
  let next = Math.floor(Math.random() * shards);
  return () => {
    let attempt = 0;
    return () => {
      const now = performance.now();
      if (attempt++ > 0) spreadUntil = now + SPREAD_MS;
      if (now >= spreadUntil) return 0;
      next = (next + 1) % shards;
      return next;
    };
  };
}
