import { textFault } from '../../platform/text/bounded-text.ts';

/** Maximum characters of a key's name. */
export const MAX_KEY_NAME_LENGTH = 100;

/** Validation error of a key's name, as text after "name"; undefined if it is valid. */
export function keyNameFault(name: string): string | undefined {
  // A character has at most two UTF-16 units.
  const isBounded = textFault(name, 2 * MAX_KEY_NAME_LENGTH) === undefined;
  const isValid =
    isBounded && name.isWellFormed() && name.trim() !== '' && [...name].length <= MAX_KEY_NAME_LENGTH;
  return isValid
    ? undefined
    : `must be a text of 1 to ${MAX_KEY_NAME_LENGTH} characters without control characters`;
}
