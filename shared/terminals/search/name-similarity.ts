import { foldText } from '../../platform/text/text-folding.ts';

/** Only the first characters of a text are compared; terminal names are much shorter. */
const COMPARED_CHARACTERS = 120;

/** The distinct trigrams of a folded text, padded with spaces. */
export function trigramsOf(text: string): Set<string> {
  const padded = `  ${foldText(text.slice(0, COMPARED_CHARACTERS))} `;
  const pieces = new Set<string>();
  for (let start = 0; start + 3 <= padded.length; start += 1) pieces.add(padded.slice(start, start + 3));
  return pieces;
}

/** Sorensen-Dice coefficient of two sets, from their sizes and the size of the intersection: 0 disjoint, 1 equal. */
export function diceCoefficient(sizeA: number, sizeB: number, shared: number): number {
  return sizeA + sizeB === 0 ? 0 : (2 * shared) / (sizeA + sizeB);
}
