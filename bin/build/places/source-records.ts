import type { Coordinates } from '../../../shared/geography/places/place.ts';

/** One ZIP as a source gives it. */
export interface ZipRecord extends Coordinates {
  readonly zip: string;
  readonly city: string;
  /** Two upper-case letters. */
  readonly state: string;
  /** Whether the source placed the ZIP itself, rather than its county or its town. */
  readonly measured: boolean;
}

/** One populated place as the gazetteer gives it; several of one state may share a name. */
export interface CityRecord extends Coordinates {
  readonly name: string;
  /** Two upper-case letters. */
  readonly state: string;
}
