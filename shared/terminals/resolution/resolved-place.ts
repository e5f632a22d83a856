import type { Place } from '../../geography/places/place.ts';
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
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'terminal'; readonly terminal: Terminal; readonly warnings: readonly string[] }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly PlaceCandidate[] }
  | { readonly kind: 'unknown' };
