import type { SheetRow } from '../platform/files/csv-rows.ts';
import {
  FileChangedError,
  type FileInParts,
  type PartPlace,
  type PartSizes,
  readInParts,
  type TextForm,
} from '../platform/files/read-in-parts.ts';
import { readTextForm } from '../platform/files/text-rows.ts';
import type { ColumnChoice, FileKind, Table } from './table.ts';
import { FIRST_ROWS, understandTable } from './understand-table.ts';

/** How a file is read, which its first rows decide. It can be stored. */
export interface SheetForm<Name extends string> {
  readonly form: TextForm;
  readonly table: Table<Name>;
}

/** Where a later call goes on. */
export interface SheetPlace<Name extends string> {
  readonly sheet: SheetForm<Name>;
  readonly place: PartPlace;
}

export interface SheetPart<Name extends string> extends SheetPlace<Name> {
  /** All rows of the part, with the header and titles. */
  readonly rows: readonly SheetRow[];
}

/**
 * Reads a file of any length in parts. A later call that starts where a part ended returns the same rows.
 * @param from the end of a part; undefined at the start of the file.
 * @throws FileError, FileChangedError
 */
export async function* readSheetInParts<Name extends string>(
  kind: FileKind<Name>,
  file: FileInParts,
  from: SheetPlace<Name> | undefined,
  sizes: PartSizes,
  choice?: ColumnChoice,
): AsyncGenerator<SheetPart<Name>> {
  const { form, first } = from
    ? { form: from.sheet.form, first: from.place }
    : await startOf(file, sizes.request);
  const sheet = from?.sheet ?? {
    form,
    table: understandTable(kind, await firstRows(file, form, first, sizes), choice),
  };
  for await (const { rows, next } of readInParts(file, form, first, sizes))
    yield { sheet, place: next, rows };
}

/** A file that has only blank rows up to this one is empty, however long it is. */
const MAX_BLANK_ROWS = 100_000;

/** The rows that decide on the columns, whatever the size of the parts. */
async function firstRows(
  file: FileInParts,
  form: TextForm,
  first: PartPlace,
  sizes: PartSizes,
): Promise<readonly SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const { rows, next } of readInParts(file, form, first, sizes)) {
    all.push(...rows);
    if (all.length >= FIRST_ROWS || next.number > MAX_BLANK_ROWS) break;
  }
  return all.slice(0, FIRST_ROWS);
}

async function startOf(file: FileInParts, request: number): Promise<ReturnType<typeof readTextForm>> {
  const bytes = await file.read(0, Math.min(request, file.length));
  if (bytes === undefined) throw new FileChangedError();
  return readTextForm(bytes, bytes.length === file.length);
}
