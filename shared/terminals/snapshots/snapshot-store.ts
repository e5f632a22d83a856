import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const reference = {
  /** Incremented by each snapshot. */
  version: count,
  /** Distinguishes the chunks of this snapshot from those of a concurrent attempt at the same version. */
  attempt: v.string(),
  /** Number of terminals. */
  count,
  /** Hash of the JSON, in hex. */
  sha256: v.string(),
  chunks: count,
  /** ISO 8601, UTC. */
  publishedAt: v.string(),
};

/** The stored pointer. An unknown format is rejected. */
export const pointerSchema = v.object({
  format: v.literal(1),
  ...reference,
  /** The previous good snapshot. */
  previous: v.optional(v.object(reference)),
});

/** Identifies one snapshot of all terminals: compressed text in chunks. */
export type SnapshotReference = Omit<v.InferOutput<typeof pointerSchema>, 'format' | 'previous'>;

/** Identifies the current snapshot. */
export type SnapshotPointer = v.InferOutput<typeof pointerSchema>;

/** Port: reads published snapshots. */
export interface SnapshotReader {
  /** The stored pointer, strongly consistent; undefined before the first publication. */
  pointer(): Promise<unknown>;
  /** The compressed text of a snapshot; undefined if a chunk is missing. */
  content(reference: SnapshotReference): Promise<Uint8Array | undefined>;
}

/** Port: reads and publishes snapshots. */
export interface SnapshotStore extends SnapshotReader {
  /** Stores the chunks of a snapshot. Readers use them only after `movePointer`. */
  storeContent(reference: SnapshotReference, content: Uint8Array): Promise<void>;
  /** Moves the pointer; `outdated` if its version is not `from` (0: there is no pointer). */
  movePointer(pointer: SnapshotPointer, from: number): Promise<'moved' | 'outdated'>;
  /** Deletes all chunks of versions below `version`. */
  removeBelow(version: number): Promise<void>;
}

/** Size of a chunk; a DynamoDB item has at most 400 KB. */
export const CHUNK_BYTES = 300_000;
