import { DIRECTORY_MAX_AGE_MS, type KeyDirectory } from '../organizations/key-directory.ts';
import { cacheLookups } from './cache-lookups.ts';

/** A few megabytes at most: guessed keys push out the longest unused answers, never those in use. */
const MAX_ENTRIES = 10_000;

/**
 * A directory that answers from memory for up to a minute.
 * @param now milliseconds since 1970.
 */
export function createCachingKeyDirectory(directory: KeyDirectory, now: () => number): KeyDirectory {
  const memory = { maxAgeMs: DIRECTORY_MAX_AGE_MS, maxEntries: MAX_ENTRIES, now };
  return {
    findKey: cacheLookups((hash) => directory.findKey(hash), memory),
    findOrganization: cacheLookups((orgId) => directory.findOrganization(orgId), memory),
  };
}
