import type { Place, SizedCity } from '../../geography/places/place.ts';
import type { Port } from '../catalogue/ports.ts';
import type { Terminal } from '../catalogue/terminal.ts';

/** One possible place of an ambiguous text, in a form that a caller can send. */
export interface PlaceCandidate {
  readonly name: string;
  /** Two-letter code. */
  readonly state: string;
  /** Five digits; "" for a city without ZIPs of its own. */
  readonly zip: string;
}

/** Result of the resolution of a place text. Warnings are full sentences. */
export type ResolvedPlace =
  | {
      readonly kind: 'place';
      /** The part of the text that determined the place. */
      readonly form: 'zip' | 'city' | 'locode';
      readonly place: Place;
      /** The ports that the text names. */
      readonly ports?: readonly Port[];
      readonly warnings: readonly string[];
      /** The warning that parts of the text contradict each other, or that its ZIP code is unknown. */
      readonly contradiction?: string | undefined;
      readonly namesakes?: readonly SizedCity[];
    }
  | { readonly kind: 'terminal'; readonly terminal: Terminal; readonly warnings: readonly string[] }
  | {
      readonly kind: 'ambiguous';
      readonly candidates: readonly PlaceCandidate[];
      /** All cities with the name, largest first. Absent if the text says more than the name. */
      readonly namesakes?: readonly SizedCity[];
    }
  | UnknownPlace;

export interface UnknownPlace {
  readonly kind: 'unknown';
  /** Why the text is no place, as a sentence; "" if the place is just unknown. */
  readonly reason: string;
  /** At most three texts that resolve. */
  readonly suggestions: readonly string[];
}

/** The reason and the suggestions for an unknown place, as sentences with a space before each; "" if there are none. */
export function unknownPlaceHint({ reason, suggestions }: UnknownPlace): string {
  const list = suggestions.map((text) => `"${text}"`).join(' or ');
  return `${reason === '' ? '' : ` ${reason}`}${list === '' ? '' : ` Did you mean ${list}?`}`;
}
