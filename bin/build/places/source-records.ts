import type { Coordinates } from '../../../shared/geography/places/place.ts';

/** One ZIP code of a source. */
export interface ZipRecord extends Coordinates {
  readonly zip: string;
  readonly city: string;
  /** Two upper-case letters. */
  readonly state: string;
  /** Whether the point is of the ZIP code itself, not of its county or town. */
  readonly measured: boolean;
}

/** One populated place of the gazetteer. Several places in a state can have the same name. */
export interface CityRecord extends Coordinates {
  readonly name: string;
  /** Two upper-case letters. */
  readonly state: string;
}
