import type { PartSizes } from '../../platform/files/read-in-parts.ts';

/** How much of an upload is read and stored at once, in bytes. */
export interface ReadingSizes extends PartSizes {
  /** Bytes of the file in one chunk. */
  readonly chunk: number;
  /** Bytes of rejected rows that are stored together: a row of two bytes needs a long line. */
  readonly rejected: number;
}

const MIB = 2 ** 20;

export const READING_SIZES: ReadingSizes = {
  request: 8 * MIB,
  part: 2 ** 16,
  chunk: 16 * MIB,
  rejected: 8 * MIB,
};
