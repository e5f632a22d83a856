const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Hash of a city key in the places file: FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). Two keys can
 * have the same hash, so the caller must compare the keys.
 * @param key as `normalizeCity` returns it, ASCII.
 * @returns 0 to 2^32 - 1.
 */
export function hashCityKey(key: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME);
  return hash >>> 0;
}
