/** Whether a segment of a key is one or two dots. URLs remove such segments, so the path would name another object. */
export const hasDotSegment = (key: string): boolean =>
  key.split('/').some((part) => part === '.' || part === '..');

/** The key cannot be addressed by a URL path. */
class UnaddressableKeyError extends Error {
  override readonly name = 'UnaddressableKeyError';
}

/**
 * Checks a key for use in a request path.
 * @throws UnaddressableKeyError if the path would name another object.
 */
export function addressableKey(key: string): string {
  if (hasDotSegment(key)) throw new UnaddressableKeyError(`${key}: URLs remove dot segments`);
  return key;
}
