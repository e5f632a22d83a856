import { LRUCache } from 'lru-cache';

/**
 * Creates a cache that evicts the least recently used entry above `maxEntries`. Each entry has size 1, because the option
 * `max` would allocate all entries at once, which adds about 1 ms to each start.
 */
export const createLruCache = <Key extends {}, Value extends {}>(maxEntries: number) =>
  new LRUCache<Key, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 });
