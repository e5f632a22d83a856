import { createLruCache, MAX_CACHED_ENTRIES } from '../../platform/caching/lru-cache.ts';
import { DIRECTORY_MAX_AGE_MS, type KeyDirectory } from '../organizations/dynamodb-key-directory.ts';

interface Cached<Answer> {
  readonly answer: Promise<Answer>;
  readonly askedAt: number;
}

export interface LookupCacheOptions {
  readonly maxAgeMs: number;
  /** Maximum number of cached answers. The least recently used one is evicted. */
  readonly maxEntries: number;
  readonly now: () => number;
}

/**
 * Caches the results of `lookUp` by key, including `undefined`. Concurrent callers with the same key share one look-up.
 * A failed look-up is not cached. The age counts from the start of the look-up.
 */
export function cacheLookups<Answer>(
  lookUp: (key: string) => Promise<Answer>,
  { maxAgeMs, maxEntries, now }: LookupCacheOptions,
): (key: string) => Promise<Answer> {
  // The cache's own `ttl` keeps an entry 1 ms longer than `maxAgeMs`, so the age is compared here.
  const cache = createLruCache<string, Cached<Answer>>(maxEntries);

  const ask = (key: string): Cached<Answer> => {
    const entry = { askedAt: now(), answer: lookUp(key) };
    cache.set(key, entry);
    entry.answer.catch(() => {
      if (cache.peek(key) === entry) cache.delete(key);
    });
    return entry;
  };

  return (key) => {
    const known = cache.get(key);
    const fresh = known !== undefined && now() - known.askedAt < maxAgeMs;
    return (fresh ? known : ask(key)).answer;
  };
}

/**
 * A directory that caches results for up to one minute.
 * @param now milliseconds since 1970.
 */
export function createCachingKeyDirectory(directory: KeyDirectory, now: () => number): KeyDirectory {
  const options = { maxAgeMs: DIRECTORY_MAX_AGE_MS, maxEntries: MAX_CACHED_ENTRIES, now };
  return {
    findKey: cacheLookups((hash) => directory.findKey(hash), options),
    findOrganization: cacheLookups((orgId) => directory.findOrganization(orgId), options),
  };
}
