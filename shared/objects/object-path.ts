/** Whether a part of a key is one or two dots, which URLs take away: the path would be that of another object. */
export const hasDotSegment = (key: string): boolean =>
  key.split('/').some((part) => part === '.' || part === '..');

/** No path leads to an object of this key. */
export class UnaddressableKeyError extends Error {
  override readonly name = 'UnaddressableKeyError';
}

/**
 * A key as a path, escaped in the one way that signatures know; slashes stay.
 * @throws UnaddressableKeyError where the path would be that of another object.
 */
export function objectPath(key: string): string {
  if (hasDotSegment(key)) throw new UnaddressableKeyError(`${key}: URLs take its dots away`);
  return key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}
