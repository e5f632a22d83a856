const SEPARATORS = [',', ';', '\t'] as const;

/** More than the names of all columns have. */
const MAX_HEADER_LENGTH = 100_000;

/** The separator of a file: the most frequent one in its first row outside quotes; a comma if there is none. */
export function separatorOf(text: string): (typeof SEPARATORS)[number] {
  // A name between quotes can have line breaks.
  const [outside = ''] = text
    .slice(0, MAX_HEADER_LENGTH)
    .replace(/"[^"]*"?/g, '')
    .split(/[\r\n]/, 1);
  const count = (separator: string) => outside.split(separator).length;
  return SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
}
