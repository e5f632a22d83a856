import type { SheetRow } from '../platform/files/csv-rows.ts';
import type { Meaning } from './column-words.ts';

/** What the columns of a kind of file can mean. Names of meanings are part of the API. */
export interface FileKind<Name extends string> {
  readonly meanings: Readonly<Record<Name, Meaning>>;
  /** What each file needs: of each group one column at least. The first name of a group stands for it in messages. */
  readonly required: readonly (readonly Name[])[];
  /** What a column that is not understood must not be: see `Role`. */
  readonly roles: readonly Role<Name>[];
  /** Lines between the rows are no headings: the file is read in parts. */
  readonly isReadInParts?: true;
  /** The meaning of a first column of codes that are all different. */
  readonly id?: Name;
}

/** What rows are read wrongly without, if a column has it and its header is not understood. */
export interface Role<Name extends string> {
  readonly what: string;
  /** The role is filled if a column has one of these meanings. */
  readonly filledBy: readonly Name[];
  /** Words of headers that point to the role. */
  readonly words: readonly string[];
  /** Words of headers that do not point to the role. */
  readonly unless?: readonly string[];
  /** Whether a cell looks like the role. */
  readonly isValue?: (cell: string) => boolean;
  /** Whether the role is needed, given the rows, although another column fills it for some rows. */
  isNeeded?(rows: readonly TableRow<Name>[]): boolean;
}

/** The meaning of each column as the caller states it, by header: a name of a meaning, or "ignore". */
export type ColumnChoice = Readonly<Record<string, string>>;

/** The columns of a file as answers list them. */
export interface ColumnReport {
  readonly read: { readonly header: string; readonly as: string }[];
  readonly unread: string[];
}

export interface Column<Name extends string> {
  readonly header: string;
  readonly as?: Name;
  /** Its days are written day/month/year. */
  readonly isDayFirst?: true;
  /** Its cells are joined with those of the other column that has the meaning. */
  readonly isPart?: true;
  /** What "yes" in its cells says. */
  readonly yes?: string;
  /** Its header names the equipment of its cells: each filled one is a row for each. */
  readonly equipment?: readonly string[];
  /** Its cells are volumes of a month or quarter, which are added. */
  readonly isSummand?: true;
  /** Where its cells say "export", the port that the columns have first is the destination. */
  readonly turns?: true;
  /** What its header means too, which another column fits better. */
  readonly rival?: Name;
  /** The caller said that it is not needed. */
  readonly isIgnored?: true;
}

/** How the rows of a file are read. It can be stored, and rows that come later are read the same way. */
export interface Table<Name extends string> {
  /** By position. */
  readonly columns: readonly Column<Name>[];
  /** Number of the last row of the header. */
  readonly headerRow: number;
  /** What was assumed of the columns, as sentences. */
  readonly notes?: readonly string[];
  /** Lines above the header and below the rows. */
  readonly lines: readonly string[];
  /** What other lines say of all rows. */
  readonly facts?: Facts;
  /** The equipment of the columns that are read, of a table with columns for several. */
  readonly equipment?: string;
  /** Ends whose places mostly have a state or ZIP code: a name alone does not say enough. */
  readonly stated?: readonly string[];
}

/** What lines outside the rows say, by the meaning of the column that it stands for. */
export type Facts = Readonly<Partial<Record<string, string>>>;

/** A row below the header. Cells such as "N/A", "TBD" and "-" are empty. */
export interface TableRow<Name extends string> extends SheetRow {
  /** Text of the cell with a meaning; "" if the file has no such column. */
  text(name: Name): string;
  /** Header of the column with a meaning; "" if the file has none. */
  header(name: Name): string;
  /** The equipment of the columns that this row was read from; other rows can have the same number. */
  readonly equipment?: string | undefined;
  /** See `Table`. */
  readonly stated?: readonly string[];
  /** The first filled cell beyond the last column: commas without quotes moved the cells of this row. */
  readonly beyond: string | undefined;
}

const EMPTY = /^(?:n\/?a|n\/m|tbd|tba|tbc|none|null|-+|\u2013|\u2014|#n\/a|\?+)?$/i;

/** A cell without blanks at its ends; "" for what people write into an empty cell. */
export function cellText(cell: string | undefined): string {
  const text = (cell ?? '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()
    // Programs write ="07114" so that Excel keeps the zero.
    .replace(/^="([^"]*)"$/, '$1');
  return EMPTY.test(text) ? '' : text;
}
