import { US_STATES } from './us-states.ts';

/** Other names in use, beside the full ones. */
const OTHER_NAMES: readonly (readonly [name: string, code: string])[] = [
  ['virgin islands', 'VI'],
  ['washington dc', 'DC'],
];

let codesByName: ReadonlyMap<string, string> | undefined;

/**
 * Reads a state as people write it.
 * @param text a code ("CA", "ca", "D.C.") or a full name ("West Virginia"), with single blanks.
 * @returns the two-letter code, or undefined when it is no state.
 */
export function readState(text: string): string | undefined {
  const plain = text.replaceAll('.', '').trim();
  const code = plain.toUpperCase();
  if (US_STATES.has(code)) return code;
  codesByName ??= new Map([
    ...Array.from(US_STATES, ([state, name]) => [name.replaceAll('.', '').toLowerCase(), state] as const),
    ...OTHER_NAMES,
  ]);
  return codesByName.get(plain.toLowerCase());
}
