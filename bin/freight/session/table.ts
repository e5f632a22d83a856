/** Aligned columns under a header; headers are printed in capitals. */
export function tableLines(
  headers: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  const lines = [headers.map((header) => header.toUpperCase()), ...rows.map((row) => row.map(String))];
  const widths = headers.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
