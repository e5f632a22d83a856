/** RFC 9110, section 5.6.7: a recipient accepts all three forms of an HTTP date. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Reads a Retry-After header: milliseconds from the end of the response, from seconds or a date (RFC 9110, section
 * 10.2.3). Infinity is possible.
 * @returns 0 for a date in the past and for an invalid header
 */
export function readRetryAfter(header: string | undefined, endedAt: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATES.some((form) => form.test(text))) return 0;
  // The oldest form has no time zone, and is UTC.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? 0 : Math.max(0, at - endedAt.getTime());
}
