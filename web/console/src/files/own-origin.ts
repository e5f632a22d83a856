/**
 * The same path and query on the origin of the console. The signature is for the host of the bucket, which receives the
 * request from there.
 */
export function onOwnOrigin(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
