/** Text of a caller on one line, without control characters that a terminal would run. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `usageLimit` and `usage_limit` are printed as "usage limit". */
const titleOf = (name: string): string =>
  name.replace(/[a-z][A-Z]/g, ([a, b = '']) => `${a} ${b.toLowerCase()}`).replaceAll('_', ' ');

function cellOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cellOf).join(', ');
  return oneLine(isFields(value) ? JSON.stringify(value) : String(value));
}

/** Rows as aligned columns under a header in capitals. Columns: those of any row, or the given ones. */
export function tableLines(rows: readonly object[], given?: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const columns = given ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [
    columns.map((name) => titleOf(name).toUpperCase()),
    ...rows.map((row) => columns.map((name) => cellOf((row as Fields)[name]))),
  ];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A result as text: fields one a line, lists of records as tables, what is inside of another record indented. */
export function textOf(value: unknown): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return ['none'];
    return value.every(isFields) ? tableLines(value) : value.map(cellOf);
  }
  if (!isFields(value)) return [cellOf(value)];
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const isBlock = (field: unknown) => isFields(field) || (Array.isArray(field) && field.some(isFields));
  const width = Math.max(0, ...fields.map(([name, field]) => (isBlock(field) ? 0 : titleOf(name).length)));
  return fields.flatMap(([name, field]) =>
    isBlock(field)
      ? [titleOf(name), ...textOf(field).map((line) => `  ${line}`)]
      : `${titleOf(name).padEnd(width)}  ${cellOf(field)}`,
  );
}

const BAR_CELLS = 30;

/** A bar of fixed width with the percentage. @param share from 0 to 1. */
export function progressBar(share: number): string {
  const part = Math.min(1, share);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `[${'#'.repeat(Math.floor(part * BAR_CELLS)).padEnd(BAR_CELLS, '.')}] ${percent}%`;
}
