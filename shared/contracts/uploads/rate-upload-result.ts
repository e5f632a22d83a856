import * as v from 'valibot';
import { importResultSchema } from '../../market/uploads/upload-result.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Overlaps and warnings that a result lists, each. */
export const MAX_LISTED = 100;

/** A line of the file whose days overlap those of another rate. */
const overlap = v.object({
  line: count,
  with_rate_id: v.string(),
  from: v.string(),
  to: v.nullable(v.string()),
  contradictory: v.boolean(),
});

/** What the import of a file of contract rates did. */
export const ratesWrittenFields = {
  created: count,
  replaced: count,
  unchanged: count,
  overlaps: v.object({ total: count, listed: v.array(overlap) }),
  warnings: v.array(v.object({ line: count, message: v.string() })),
};
const ratesWritten = v.object(ratesWrittenFields);
export type RatesWritten = v.InferOutput<typeof ratesWritten>;

export const NO_RATES_WRITTEN: RatesWritten = {
  created: 0,
  replaced: 0,
  unchanged: 0,
  overlaps: { total: 0, listed: [] },
  warnings: [],
};

/** The result of a file of contract rates. `written` is absent if the file was not read. */
export const rateUploadResultSchema = v.object({
  ...importResultSchema.entries,
  written: v.optional(ratesWritten, NO_RATES_WRITTEN),
  /** What a person should know of the file, as sentences. */
  notes: v.optional(v.array(v.string()), []),
});
