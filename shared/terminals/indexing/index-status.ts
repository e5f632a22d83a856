import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What the search domain says of the index of terminals, as the function in its network reports it. */
export const indexStatusSchema = v.object({
  /** The alias that searches read. */
  alias: v.string(),
  /** The index that the alias names; absent where none is in service. */
  index: v.optional(
    v.object({
      name: v.string(),
      /** Hash of mapping and documents that it was built by; absent where it names none. */
      version: v.optional(v.string()),
      /** Whether the deployed code builds an index of the same version. */
      isCurrent: v.boolean(),
      /** Terminals that searches can find: not closed, not deleted. */
      openTerminals: count,
      /** All documents, those of closed and deleted terminals included. */
      documents: count,
    }),
  ),
  /** Data nodes, with the disk space of each in bytes. */
  nodes: v.array(v.object({ name: v.string(), usedBytes: count, freeBytes: count })),
});

export type IndexStatus = v.InferOutput<typeof indexStatusSchema>;

/** The event that asks the function `reindex-terminals` for the status instead of a rebuild. */
export const statusRequestSchema = v.object({ report: v.literal('status') });
export const STATUS_REQUEST: v.InferOutput<typeof statusRequestSchema> = { report: 'status' };
