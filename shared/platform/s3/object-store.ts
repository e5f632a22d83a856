/** An object as it was written once: what is written under its key later has another tag. */
export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/** The condition that an object still has the tag that was read; undefined where there was no object. */
export interface UnchangedCondition {
  readonly tag: string | undefined;
}

/** Some bytes of an object; one at least. */
export interface ObjectPart {
  readonly offset: number;
  readonly length: number;
}

/** Port: objects of a bucket. */
export interface ObjectStore {
  /** The tag of what is there under a key now. */
  tagOf(key: string): Promise<string | undefined>;
  /** A small object whole. */
  read(key: string): Promise<StoredObject | undefined>;
  /**
   * Bytes of an object from an offset on, fewer at its end; undefined where it is gone, or no longer has the tag.
   * @param tag undefined where any will do.
   */
  readPart(key: string, tag: string | undefined, part: ObjectPart): Promise<Uint8Array | undefined>;
  /** @returns the object's new tag; undefined where the condition is not met, and nothing was written. */
  write(key: string, bytes: Uint8Array, condition?: UnchangedCondition): Promise<string | undefined>;
  /** The same of an object that memory is too small for. @param length of all parts together, in bytes. */
  writeParts(
    key: string,
    length: number,
    parts: AsyncIterable<Uint8Array>,
    condition?: UnchangedCondition,
  ): Promise<string | undefined>;
  /** Done twice is done once. */
  remove(key: string): Promise<void>;
  /** Keys that begin so, a page at a time. */
  keys(prefix: string): AsyncIterable<readonly string[]>;
}
