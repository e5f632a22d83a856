/**
 * How far the count of each shard may grow, so that all shards together reach a limit exactly and never exceed it.
 *
 * All shards may grow to one level; those above it stay as they are, and the remainder goes to the first shards, one
 * each. Growth within the bounds does not change the bounds. Writers that read the counts at different times therefore
 * get the same bounds, and a condition on one shard is enough.
 * @param counts of the shards, which never go down. They may be read one after the other, while others write.
 * @returns for each shard the highest count that it may have; its own count where it has no room.
 */
export function shardBounds(counts: readonly number[], limit: number): readonly number[] {
  let rest = limit;
  let open = counts.length;
  for (const count of counts.toSorted((one, other) => other - one)) {
    if (count <= Math.floor(rest / open)) break;
    rest -= count;
    open -= 1;
  }
  const level = open === 0 ? -1 : Math.floor(rest / open);
  let remainder = rest - level * open;
  return counts.map((count) => {
    if (count > level) return count;
    remainder -= 1;
    return remainder >= 0 ? level + 1 : level;
  });
}

/**
 * The first shard with room, from `from` on and around; undefined where none has any.
 * @param bounds of `shardBounds`.
 */
export function shardWithRoom(
  counts: readonly number[],
  bounds: readonly number[],
  from: number,
): number | undefined {
  const shards = counts.map((_, step) => (from + step) % counts.length);
  return shards.find((shard) => (counts[shard] ?? 0) < (bounds[shard] ?? 0));
}
