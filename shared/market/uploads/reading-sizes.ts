import type { PartSizes } from '../../platform/csv/read-in-parts.ts';

/** How much of an upload is read and put aside at once. */
export interface ReadingSizes extends PartSizes {
  /** Bytes whose loads are put aside together. */
  readonly chunk: number;
  /** Bytes of refused rows that are put aside together: a row of two bytes is told in many. */
  readonly refused: number;
}

const MIB = 2 ** 20;

export const READING_SIZES: ReadingSizes = {
  request: 8 * MIB,
  part: 2 ** 16,
  chunk: 16 * MIB,
  refused: 16 * MIB,
};
