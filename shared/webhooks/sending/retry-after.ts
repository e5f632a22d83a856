/** RFC 9110, section 5.6.7: a recipient accepts all three forms of an HTTP date. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * How long a receiver asks to be left alone, in milliseconds from the end of its answer: Retry-After in seconds or as a
 * date (RFC 9110, section 10.2.3). Infinity is possible.
 * @returns 0 for a date that is past, and for what is neither
 */
export function readRetryAfter(header: string | undefined, endedAt: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATES.some((form) => form.test(text))) return 0;
  // The oldest form names no zone, and is UTC.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? 0 : Math.max(0, at - endedAt.getTime());
}
