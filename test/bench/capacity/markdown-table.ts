const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** @param heads headers of the columns; all columns except the first contain numbers. */
export const markdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), row(heads.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');

/**
 * A document with an updated table between `<!-- NAME -->` and `<!-- end -->`.
 * @throws Error if the document has no place for it.
 */
export function withTable(document: string, name: string, table: string): string {
  // Matches only up to the next end, so that an empty place removes no other text.
  const place = new RegExp(`(<!-- ${name} -->\\n)(?:(?!<!-- end -->)[^])*(<!-- end -->)`);
  if (!place.test(document)) throw new Error(`the document has no place for the table "${name}"`);
  return document.replace(place, (_, begin: string, end: string) => `${begin}${table}\n${end}`);
}
