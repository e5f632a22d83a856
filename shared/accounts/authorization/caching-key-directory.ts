import { MAX_CACHED_ENTRIES } from '../../platform/caching/lru-cache.ts';
import { DIRECTORY_MAX_AGE_MS, type KeyDirectory } from '../organizations/key-directory.ts';
import { cacheLookups } from './cache-lookups.ts';

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
