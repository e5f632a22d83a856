/** A point on the road network, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A point whose state is known. */
export interface LocatedInState extends Coordinates {
  /** Two-letter code. No road leads to some states (HI, PR, GU, ...). */
  readonly state: string;
}

/** A US city or ZIP that was found. */
export interface Place extends LocatedInState {
  readonly city: string;
  /** Five digits; "" when the place is a city with no ZIP of its own. */
  readonly zip: string;
}

export interface Address {
  readonly city: string;
  /** Two-letter code, any case. */
  readonly state: string;
  /** Five digits, ZIP+4 with or without the hyphen, or absent. */
  readonly zip?: string | undefined;
}

export type GeocodeResult =
  | { readonly found: true; readonly place: Place; readonly warnings: readonly string[] }
  | { readonly found: false; readonly reason: 'unknown' }
  | { readonly found: false; readonly reason: 'zip-in-other-state'; readonly zipState: string };

/** Port: US addresses to coordinates. */
export interface Geocoder {
  locate(address: Address): GeocodeResult;
}

/** A city and how large it is. */
export interface SizedCity {
  /** The city at its central ZIP, or with zip "" where it has none. */
  readonly place: Place;
  /** How many ordinary ZIPs it has, 255 at most: the measure of its size; 0 without ZIPs of its own. */
  readonly zips: number;
}

/** Port: US places by whatever part of an address is known. */
export interface PlaceDirectory extends Geocoder {
  /** @param zip five digits. */
  findZip(zip: string): Place | undefined;
  /**
   * The cities of a name, one a state at most, in no particular order.
   * @param city in any spelling.
   */
  findCities(city: string): readonly SizedCity[];
}
