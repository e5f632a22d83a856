/** A point on the road network, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A point with its state. */
export interface LocatedInState extends Coordinates {
  /** Two-letter code. No road leads to some states (HI, PR, GU, ...). */
  readonly state: string;
}

/** A US city or ZIP that was found. */
export interface Place extends LocatedInState {
  readonly city: string;
  /** Five digits; "" for a city without a ZIP code. */
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
  /** The city of a state whose name a text abbreviates or misspells: "Lub" is Lubbock in TX, "Tuscon" Tucson in AZ. */
  findSimilar(name: string, state: string): Place | undefined;
  /** Texts of at most `limit` places that an unknown text can mean, likeliest first: "Savannah, GA". */
  suggest(text: string, limit: number): readonly string[];
}

export interface SizedCity {
  /** The city at its central ZIP code; `zip` is "" if it has none. */
  readonly place: Place;
  /** By people and ZIP codes, in ZIP codes of usual population (7,000 people); 0 for a place with neither. */
  readonly size: number;
}

export interface CodedCity {
  readonly city: string;
  /** Two-letter code; "" for a place at sea. */
  readonly state: string;
  /** The city of the airport with this code, if it is another one. */
  readonly airport?: CodedCity;
}

/** Port: US places by a full address, a ZIP code or a city name. */
export interface PlaceDirectory extends Geocoder {
  /** @param zip five digits. */
  findZip(zip: string): Place | undefined;
  /**
   * The cities with a name, at most one per state, in no particular order.
   * @param city in any spelling.
   */
  findCities(city: string): readonly SizedCity[];
  /**
   * The place of a UN/LOCODE by the official list. For a code that the list lacks, the place of an airport or ramp.
   * @param text "USLAX", "US LAX" or "us-lax".
   * @returns undefined if the text is not a UN/LOCODE, or the code is unknown.
   */
  findLocode(text: string): CodedCity | undefined;
  /**
   * The city of an airport or another code of three letters.
   * @param text "ORD", any case.
   * @returns undefined if the text is not a code in common use.
   */
  findAirport(text: string): CodedCity | undefined;
}
