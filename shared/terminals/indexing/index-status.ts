import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Status of the search index of terminals, as reported by the function in the network of the domain. */
export const indexStatusSchema = v.object({
  /** The alias that search reads. */
  alias: v.string(),
  /** The index of the alias; absent if none is in service. */
  index: v.optional(
    v.object({
      name: v.string(),
      /** Index version (hash of mapping and documents); absent if the index has none. */
      version: v.optional(v.string()),
      /** Whether the deployed code builds an index of the same version. */
      isCurrent: v.boolean(),
      /** Terminals that search can find: not closed, not deleted. */
      openTerminals: count,
      /** All documents, including closed and deleted terminals. */
      documents: count,
    }),
  ),
  /** Data nodes, with the disk space of each in bytes. */
  nodes: v.array(v.object({ name: v.string(), usedBytes: count, freeBytes: count })),
});

export type IndexStatus = v.InferOutput<typeof indexStatusSchema>;

/** The event that requests the status from the function `reindex-terminals`, without a rebuild. */
export const statusRequestSchema = v.object({ report: v.literal('status') });
export const STATUS_REQUEST: v.InferOutput<typeof statusRequestSchema> = { report: 'status' };
