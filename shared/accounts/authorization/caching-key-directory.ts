import { DIRECTORY_MAX_AGE_MS, type KeyDirectory } from '../organizations/key-directory.ts';
import { cacheLookups } from './cache-lookups.ts';

/** A few megabytes at most. Guessed keys evict the least recently used entries, not the keys in use. */
const MAX_ENTRIES = 10_000;

/**
 * A directory that caches results for up to one minute.
 * @param now milliseconds since 1970.
 */
export function createCachingKeyDirectory(directory: KeyDirectory, now: () => number): KeyDirectory {
  const options = { maxAgeMs: DIRECTORY_MAX_AGE_MS, maxEntries: MAX_ENTRIES, now };
  return {
    findKey: cacheLookups((hash) => directory.findKey(hash), options),
    findOrganization: cacheLookups((orgId) => directory.findOrganization(orgId), options),
  };
}
