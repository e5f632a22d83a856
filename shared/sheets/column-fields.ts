import * as v from 'valibot';
import type { NamedSchemas } from '../platform/http/operation-description.ts';
import type { ColumnChoice, FileKind } from './table.ts';
import { IGNORE } from './table-header.ts';

/** As many columns as a file can have. */
const MAX_COLUMNS = 200;
const MAX_HEADER_LENGTH = 200;

/** The meaning of columns as a request states it, which overrides how headers are read. */
export function columnChoiceOf(kind: FileKind<string>) {
  const names = [...Object.keys(kind.meanings), IGNORE];
  const known = new Set(names);
  return v.pipe(
    v.record(v.string(), v.string('must be the name of a meaning'), 'must be an object: header to meaning'),
    v.check(
      (choice) => Object.keys(choice).length <= MAX_COLUMNS,
      `must have at most ${MAX_COLUMNS} headers`,
    ),
    v.check(
      (choice) => Object.keys(choice).every((header) => header.length <= MAX_HEADER_LENGTH),
      `must have headers of at most ${MAX_HEADER_LENGTH} characters`,
    ),
    v.check(
      (choice) => Object.values(choice).every((name) => known.has(name)),
      `must have meanings that are one of ${names.join(', ')}`,
    ),
    v.transform((choice): ColumnChoice => choice),
  );
}

/** Texts of the field in the description. */
export const COLUMNS_FIELD =
  'What columns of the file mean, by their headers as the file has them: overrides how headers are read. Only for a file.';
export const COLUMN_FIELD = 'Name of the meaning, or `ignore`.';

/** As in Excel. */
const MAX_SHEET_LENGTH = 31;

/** Name of the sheet of a workbook. */
export const sheetField = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(MAX_SHEET_LENGTH, `must have at most ${MAX_SHEET_LENGTH} characters`),
);
export const SHEET_FIELD =
  'Name of the sheet of a workbook. Default: the sheet with the most columns that are understood. Only for a file.';

/** How the columns of a file were read: see `ColumnReport`. */
export const columnReportFields = v.object({
  read: v.array(v.object({ header: v.string(), as: v.string() })),
  unread: v.array(v.string()),
});

/** The schema of a report that the description of the API names. */
export const COLUMN_SCHEMAS: NamedSchemas = {
  FileColumns: {
    schema: columnReportFields,
    description: 'How the columns of a file were read.',
    fields: {
      read: 'Columns that were read.',
      'read[].header': 'Header of the column.',
      'read[].as': 'What the column means.',
      unread: 'Headers of columns that were not read.',
      'unread[]': 'Header of a column.',
    },
  },
};
