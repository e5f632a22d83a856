/** Writes numbers and texts to a growing buffer. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** Writes a whole number from 0 to 2^53: 7 bits per byte, lowest bits first. */
  number(value: number): void {
    let left = value;
    while (left >= 0x80) {
      this.#byte((left % 0x80) | 0x80);
      left = Math.floor(left / 0x80);
    }
    this.#byte(left);
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.number(bytes.length);
    for (const byte of bytes) this.#byte(byte);
  }

  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }
}

/** The bytes end too early or have an unknown format. */
export class UnreadableBytesError extends Error {
  override readonly name = 'UnreadableBytesError';
}

/** Reads values that `ByteWriter` wrote, in the same order. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @throws UnreadableBytesError */
  number(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new UnreadableBytesError();
      this.#at += 1;
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }

  /** The next bytes. @throws UnreadableBytesError */
  take(length: number): Uint8Array {
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new UnreadableBytesError();
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

/** @throws UnreadableBytesError */
export const readText = (read: ByteReader): string => new TextDecoder().decode(read.take(read.number()));

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/), of the UTF-16 units of a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < text.length; position++) {
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  }
  return hash >>> 0;
}
