/**
 * The highest count that each shard may reach, so that all shards together reach a limit exactly and never exceed it.
 *
 * All shards may grow to one level. Shards above it keep their counts, and the first shards get one more each until the
 * remainder is used. Growth within the bounds does not change the bounds. Writers that read the counts at different
 * times therefore get the same bounds, and a condition on one shard is enough.
 * @param counts of the shards, which never decrease. They may be read one after the other during writes.
 * @returns for each shard the highest count that it may have; its own count if it is full.
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
 * The first shard below its bound, searched from shard `from` with wrap-around; undefined if all shards are full.
 * @param bounds result of `shardBounds`.
 */
export function shardWithRoom(
  counts: readonly number[],
  bounds: readonly number[],
  from: number,
): number | undefined {
  const shards = counts.map((_, step) => (from + step) % counts.length);
  return shards.find((shard) => (counts[shard] ?? 0) < (bounds[shard] ?? 0));
}
