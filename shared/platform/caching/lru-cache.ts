import { LRUCache } from 'lru-cache';

/** Organizations, receivers, keys or deliveries that a function remembers, each with a number or two: about 2 MB. */
export const MAX_CACHED_ENTRIES = 10_000;

/**
 * Creates a cache that evicts the least recently used entry above `maxEntries`. Each entry has size 1, because the option
 * `max` would allocate all entries at once, which adds about 1 ms to each start.
 */
export const createLruCache = <Key extends {}, Value extends {}>(maxEntries = MAX_CACHED_ENTRIES) =>
  new LRUCache<Key, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 });
