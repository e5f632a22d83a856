import type { Place } from '../../geography/places/place.ts';
import type { Terminal } from '../catalogue/terminal.ts';

/** One of the places a text may mean, as a caller can write it. */
export interface PlaceCandidate {
  readonly name: string;
  /** Two-letter code. */
  readonly state: string;
  /** Five digits; "" for a city without ZIPs of its own. */
  readonly zip: string;
}

/** What a caller's text for a place came to. Warnings are full sentences. */
export type ResolvedPlace =
  | {
      readonly kind: 'place';
      /** What decided: the ZIP, the city's name, or the UN/LOCODE. */
      readonly form: 'zip' | 'city' | 'locode';
      readonly place: Place;
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'terminal'; readonly terminal: Terminal; readonly warnings: readonly string[] }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly PlaceCandidate[] }
  | { readonly kind: 'unknown' };
