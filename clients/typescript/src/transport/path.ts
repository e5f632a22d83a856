/**
 * A path with encoded ids: path`/v1/webhooks/${id}`.
 * @throws TypeError for an id that would change the path: empty, `.` or `..`
 */
export function path(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  return parts.reduce((before, part, index) => `${before}${segment(ids[index - 1])}${part}`);
}

function segment(id: string | undefined): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError('An id must be a text with content.');
  return encodeURIComponent(id);
}
