/** Content of an object. The tag (ETag) changes with every write of the key. */
export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/** Condition that an object still has a tag; undefined: that the object does not exist. */
export interface UnchangedCondition {
  readonly tag: string | undefined;
}

/** A byte range of an object, of at least one byte. */
export interface ObjectPart {
  readonly offset: number;
  readonly length: number;
}

/** Port: objects of a bucket. */
export interface ObjectStore {
  /** The current tag of an object; undefined if it does not exist. */
  tagOf(key: string): Promise<string | undefined>;
  /** Reads a whole small object; undefined if it does not exist. */
  read(key: string): Promise<StoredObject | undefined>;
  /**
   * Reads a byte range, which is shorter at the end of the object. Returns undefined if the object does not exist or no
   * longer has the tag.
   * @param tag undefined: any tag.
   */
  readPart(key: string, tag: string | undefined, part: ObjectPart): Promise<Uint8Array | undefined>;
  /** @returns the new tag; undefined if the condition is not met and nothing was written. */
  write(key: string, bytes: Uint8Array, condition?: UnchangedCondition): Promise<string | undefined>;
  /** As `write`, for an object that is too large for memory. @param length total bytes of all parts; undefined: unknown. */
  writeParts(
    key: string,
    length: number | undefined,
    parts: AsyncIterable<Uint8Array>,
    condition?: UnchangedCondition,
  ): Promise<string | undefined>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
  /** Pages of the keys with a prefix. */
  keys(prefix: string): AsyncIterable<readonly string[]>;
}
