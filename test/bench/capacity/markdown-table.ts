const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** @param heads of the columns: all but the first are numbers. */
export const markdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), row(heads.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');

/**
 * A document with an updated table, which stands between `<!-- NAME -->` and `<!-- end -->`.
 * @throws Error where it has no place.
 */
export function withTable(document: string, name: string, table: string): string {
  // Not beyond the next end, so that an empty place swallows nothing.
  const place = new RegExp(`(<!-- ${name} -->\\n)(?:(?!<!-- end -->)[^])*(<!-- end -->)`);
  if (!place.test(document)) throw new Error(`the document has no place for the table "${name}"`);
  return document.replace(place, (_, begin: string, end: string) => `${begin}${table}\n${end}`);
}
