import * as v from 'valibot';
import type { SheetForm } from '../../sheets/read-sheet-in-parts.ts';
import { type ImportState, importFields } from '../../uploads/upload-record.ts';
import type { LoadColumn } from './read-load-row.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Maximum size of a file that the API announced, about 2.5 million rows. Operators can import larger files. */
export const MAX_ANNOUNCED_BYTES = 250_000_000;

/** How far the import of a file of loads is. */
export const loadFileState = v.object({
  ...importFields,
  /** UTC day, YYYY-MM-DD, at the start of the import: all rows are checked against it, also after midnight. */
  today: v.string(),
  /** How the rows are read, after the first part was. */
  sheet: v.optional(v.custom<SheetForm<LoadColumn>>((value) => typeof value === 'object')),
  /** Where the next row begins. */
  offset: count,
  /** Number of that row. */
  number: count,
  /** By freight market, or the `unlearnedName` of one: the objects with its loads, and their number by week. */
  markets: v.record(
    v.string(),
    v.object({ keys: v.array(v.string()), weeks: v.array(v.tuple([count, count])) }),
  ),
  /** Groups of weeks that were imported. */
  groupsDone: count,
  /** What importing the next group adds. It is computed before the group is written, so that it is right after a crash. */
  preview: v.optional(v.object({ added: count, known: count })),
  added: count,
  known: count,
  /** Rows below the header that are no loads, such as totals. */
  skipped: count,
  /** Rows that do not say whether fuel is inside: their loads are stored and counted, and prices do not use them. */
  fuelUnknown: count,
  /** What to know of an imported file, in sentences. */
  warnings: v.array(v.string()),
  /** See `contributorNote`. */
  note: v.optional(v.string()),
});
export type LoadFileState = v.InferOutput<typeof loadFileState>;

export const newLoadFileState = (state: ImportState): LoadFileState => ({
  ...{ ...state, today: state.startedAt.slice(0, 10) },
  ...{ offset: 0, number: 1, markets: {}, groupsDone: 0 },
  ...{ added: 0, known: 0, skipped: 0, fuelUnknown: 0, warnings: [] },
});
