import * as v from 'valibot';
import { importFields } from './upload-record.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Warnings and overlaps that a record lists, each. */
export const MAX_LISTED = 100;

/** A line of a file of contract rates whose days overlap those of another rate. */
const overlap = v.object({
  line: count,
  with_rate_id: v.string(),
  from: v.string(),
  to: v.nullable(v.string()),
  contradictory: v.boolean(),
});

/** What the import of a table did. */
export const rowsWrittenFields = {
  created: count,
  replaced: count,
  unchanged: count,
  warnings: v.array(v.object({ line: count, message: v.string() })),
};
export const overlapsField = v.object({ total: count, listed: v.array(overlap) });
const rowsWritten = v.object({ ...rowsWrittenFields, overlaps: v.optional(overlapsField) });
export type RowsWritten = v.InferOutput<typeof rowsWritten>;

export const NONE_WRITTEN: RowsWritten = { created: 0, replaced: 0, unchanged: 0, warnings: [] };

/** How far the import of a table is. */
export const tableState = v.object({
  ...importFields,
  groupsDone: count,
  /** Rows that were rejected because the account has the maximum of what they are. */
  withoutRoom: count,
  written: rowsWritten,
  /** What a person should know of the file, as sentences. */
  notes: v.array(v.string()),
});
export type TableState = v.InferOutput<typeof tableState>;
