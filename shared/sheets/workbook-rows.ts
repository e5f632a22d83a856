import { FileError } from '../platform/files/file-error.ts';
import { isZip } from '../platform/files/file-kind.ts';
import type { FileLimits } from '../platform/files/file-text.ts';
import { readWorkbook, type Sheet as WorkbookSheet } from '../platform/files/xlsx-rows.ts';
import { type FileRows, textRows } from './read-sheet.ts';
import type { FileKind } from './table.ts';
import { headerFit } from './table-header.ts';

/** A workbook of 60 MB has more cells than a function has memory for. */
const MAX_CELLS = 5_000_000;
const MAX_COLUMNS = 200;
const MAX_UNCOMPRESSED_BYTES = 500_000_000;

/**
 * The rows of a file of text, or of a sheet of a workbook: the one that the caller names, or the one whose header has the
 * most meanings. Formulas have their stored values.
 * @throws FileError
 */
export async function rowsOfFile(
  bytes: Uint8Array,
  kind: FileKind<string>,
  limits: FileLimits,
  sheetName?: string,
): Promise<FileRows> {
  if (!isZip(bytes)) {
    if (sheetName !== undefined)
      throw new FileError(`the file is no workbook, so it has no sheet "${sheetName}"`);
    return textRows(bytes, limits);
  }
  if (bytes.length > limits.bytes) {
    throw new FileError(`the file has ${bytes.length} bytes; at most ${limits.bytes} are allowed`);
  }
  const sheets = await readWorkbook(bytes, {
    rows: 4 * limits.rows,
    columns: MAX_COLUMNS,
    cells: MAX_CELLS,
    uncompressedBytes: MAX_UNCOMPRESSED_BYTES,
  });
  const sheet =
    sheetName === undefined ? bestSheet(kind, sheets) : sheets.find(({ name }) => name === sheetName);
  if (sheet === undefined) {
    const names = sheets.map(({ name }) => `"${name}"`).join(', ');
    throw new FileError(`the workbook has no sheet "${sheetName}"; it has ${names}`);
  }
  return {
    rows: sheet.rows,
    style: { decimalComma: false },
    notes: notesOf(sheet, sheets),
    sheet: sheet.name,
  };
}

function bestSheet(kind: FileKind<string>, sheets: readonly WorkbookSheet[]): WorkbookSheet {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const [best] = (visible.length > 0 ? visible : sheets)
    .map((sheet) => ({ sheet, fit: headerFit(kind, sheet.rows) }))
    .sort((a, b) => b.fit - a.fit);
  if (best === undefined) throw new FileError('the workbook has no sheet');
  return best.sheet;
}

function notesOf(sheet: WorkbookSheet, sheets: readonly WorkbookSheet[]): readonly string[] {
  const others = sheets
    .filter((other) => other !== sheet && other.rows.length > 0)
    .map(({ name }) => `"${name}"`);
  const { hiddenRows, hiddenColumns } = sheet;
  const first = hiddenRows.slice(0, 10).join(', ');
  return [
    ...(others.length > 0
      ? [`The sheet "${sheet.name}" was read, and not ${others.slice(0, 10).join(', ')}.`]
      : []),
    ...(hiddenRows.length > 0
      ? [`${hiddenRows.length} hidden rows were read too: ${first}${hiddenRows.length > 10 ? ', ...' : ''}.`]
      : []),
    ...(hiddenColumns.length > 0
      ? [`Hidden columns were read too: ${hiddenColumns.slice(0, 20).join(', ')}.`]
      : []),
  ];
}
