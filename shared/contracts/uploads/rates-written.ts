import * as v from 'valibot';
import {
  NO_ROWS_WRITTEN,
  rowsWrittenFields,
  type WrittenKind,
} from '../../market/uploads/table-upload-state.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A line of the file whose days overlap those of another rate. */
const overlap = v.object({
  line: count,
  with_rate_id: v.string(),
  from: v.string(),
  to: v.nullable(v.string()),
  contradictory: v.boolean(),
});

/** What the import of a file of contract rates did. */
const ratesWritten = v.object({
  ...rowsWrittenFields,
  overlaps: v.object({ total: count, listed: v.array(overlap) }),
});
export type RatesWritten = v.InferOutput<typeof ratesWritten>;

export const overlapsField = ratesWritten.entries.overlaps;

export const RATES_WRITTEN: WrittenKind<RatesWritten> = {
  schema: ratesWritten,
  none: { ...NO_ROWS_WRITTEN, overlaps: { total: 0, listed: [] } },
};
