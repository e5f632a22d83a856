/** Whether a part of a key is one or two dots, which URLs take away: the path would be that of another object. */
export const hasDotSegment = (key: string): boolean =>
  key.split('/').some((part) => part === '.' || part === '..');

/** No path leads to an object of this key. */
class UnaddressableKeyError extends Error {
  override readonly name = 'UnaddressableKeyError';
}

/**
 * @returns the key, for a request whose path it is part of.
 * @throws UnaddressableKeyError where the path would be that of another object.
 */
export function addressableKey(key: string): string {
  if (hasDotSegment(key)) throw new UnaddressableKeyError(`${key}: URLs take its dots away`);
  return key;
}
