import * as v from 'valibot';
import { type StepState, stepStateFields } from './step-state.ts';
import { importResultSchema } from './upload-result.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Warnings, and other findings of rows, that a result lists, each. */
export const MAX_LISTED = 100;

export const rowsWrittenFields = {
  created: count,
  replaced: count,
  unchanged: count,
  warnings: v.array(v.object({ line: count, message: v.string() })),
};
export const rowsWritten = v.object(rowsWrittenFields);
export type RowsWritten = v.InferOutput<typeof rowsWritten>;

export const NO_ROWS_WRITTEN: RowsWritten = { created: 0, replaced: 0, unchanged: 0, warnings: [] };

/** What a kind of table reports of its rows: with more fields than all kinds have, or not. */
export interface WrittenKind<Written extends RowsWritten> {
  readonly schema: v.GenericSchema<unknown, Written>;
  readonly none: Written;
}

export interface TableState<Written extends RowsWritten = RowsWritten> extends StepState {
  readonly groupsDone: number;
  readonly rowsDone: number;
  /** Rows that were rejected because the account has the maximum of what they are. */
  readonly withoutRoom?: number | undefined;
  readonly written: Written;
  /** What a person should know of the file, as sentences. */
  readonly notes: readonly string[];
}

export const tableStateSchema = <Written extends RowsWritten>({
  schema,
}: WrittenKind<Written>): v.GenericSchema<unknown, TableState<Written>> =>
  v.object({
    ...stepStateFields,
    groupsDone: count,
    rowsDone: count,
    withoutRoom: v.optional(count),
    written: schema,
    notes: v.optional(v.array(v.string()), []),
  });

/** The result of a table. `written` is absent if the file was not read. */
export const tableResultSchema = <Written extends RowsWritten>({ schema }: WrittenKind<Written>) =>
  v.object({
    ...importResultSchema.entries,
    written: v.optional(schema),
    notes: v.optional(v.array(v.string()), []),
  });
