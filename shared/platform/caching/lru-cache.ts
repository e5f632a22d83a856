import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `most` entries: the longest unused one makes room. Bounded by size, one an entry, because the option
 * `max` allocates the room of all entries at once, about 1 ms of each start.
 */
export const createLruCache = <Key extends {}, Value extends {}>(most: number) =>
  new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 });
