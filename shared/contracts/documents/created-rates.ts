import * as v from 'valibot';

const index = v.pipe(v.number(), v.integer());

/** Maximum overlaps and warnings of an answer. */
export const MAX_LISTED = 500;

/** The answer of a call that writes rates. Indexes are those of the request, from 0. */
export const createdRatesAnswer = v.object({
  rates: v.array(
    v.object({
      index,
      rate_id: v.string(),
      version: index,
      status: v.picklist(['created', 'replaced', 'unchanged']),
    }),
  ),
  rejected: v.array(
    v.object({ index, errors: v.array(v.object({ field: v.string(), message: v.string() })) }),
  ),
  overlaps: v.object({
    total: index,
    listed: v.array(
      v.object({
        index,
        with_rate_id: v.string(),
        with_index: v.nullable(index),
        from: v.string(),
        to: v.nullable(v.string()),
        contradictory: v.boolean(),
      }),
    ),
  }),
  warnings: v.array(v.object({ index, message: v.string() })),
});
export type CreatedRates = v.InferOutput<typeof createdRatesAnswer>;
