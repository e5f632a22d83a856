import { foldText } from '../../platform/text/text-folding.ts';

/** Longer texts are compared by their beginning: no terminal's name is near this length. */
const COMPARED_CHARACTERS = 120;

/** The distinct three-character pieces of a folded text, its ends marked by spaces. */
export function trigramsOf(text: string): Set<string> {
  const padded = `  ${foldText(text.slice(0, COMPARED_CHARACTERS))} `;
  const pieces = new Set<string>();
  for (let start = 0; start + 3 <= padded.length; start += 1) pieces.add(padded.slice(start, start + 3));
  return pieces;
}

/** Sorensen-Dice coefficient of two sets from their sizes and what they share: 0 nothing, 1 the same. */
export function diceCoefficient(sizeA: number, sizeB: number, shared: number): number {
  return sizeA + sizeB === 0 ? 0 : (2 * shared) / (sizeA + sizeB);
}
