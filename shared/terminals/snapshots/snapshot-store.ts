import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const reference = {
  /** One more with each snapshot. */
  version: count,
  /** Tells the chunks of this snapshot from those of an attempt at the same version that lost. */
  attempt: v.string(),
  /** Terminals in it. */
  count,
  /** Of its JSON, in hex. */
  sha256: v.string(),
  chunks: count,
  /** ISO 8601, UTC. */
  publishedAt: v.string(),
};

/** The pointer as it is stored; a later format is refused, so that what it means is never guessed. */
export const pointerSchema = v.object({
  format: v.literal(1),
  ...reference,
  /** The last good snapshot before. */
  previous: v.optional(v.object(reference)),
});

/** Names one snapshot of all terminals: a compressed text in chunks. */
export type SnapshotReference = Omit<v.InferOutput<typeof pointerSchema>, 'format' | 'previous'>;

/** Which snapshot is in force. */
export type SnapshotPointer = v.InferOutput<typeof pointerSchema>;

/** Port: published snapshots, as the functions read them. */
export interface SnapshotReader {
  /** The pointer as stored, up to date; undefined when nothing was published yet. */
  pointer(): Promise<unknown>;
  /** The compressed text of a snapshot; undefined when a part of it is gone. */
  content(reference: SnapshotReference): Promise<Uint8Array | undefined>;
}

/** Port: what publishing needs beside reading. */
export interface SnapshotStore extends SnapshotReader {
  /** Stores the parts of a snapshot, which nobody reads before the pointer names it. */
  storeContent(reference: SnapshotReference, content: Uint8Array): Promise<void>;
  /** Moves the pointer; `outdated` where it is not at version `from` any more (0: there is none). */
  movePointer(pointer: SnapshotPointer, from: number): Promise<'moved' | 'outdated'>;
  /** Deletes what is left of the versions below `version`. */
  removeBelow(version: number): Promise<void>;
}

/** Bytes of a chunk: DynamoDB takes items up to 400 KB. */
export const CHUNK_BYTES = 300_000;
