import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Status of the search index of terminals, as reported by the function in the network of the domain. */
export const indexStatusSchema = v.object({
  /** Name of the index. */
  index: v.string(),
  /** Terminals that search can find; absent if there is no complete index. */
  openTerminals: v.optional(count),
});

export type IndexStatus = v.InferOutput<typeof indexStatusSchema>;

/** Answer to a rebuild. */
export const rebuiltSchema = v.object({ rows: count });

/** Events of an operator for the function `reindex-terminals`. */
export const reindexRequestSchema = v.object({ request: v.picklist(['status', 'rebuild']) });
export type ReindexRequest = v.InferOutput<typeof reindexRequestSchema>;
