import { normalizeCity } from './normalize-city.ts';

/** A freight destination with a name that the Postal Service does not use for any ZIP code. */
export interface FreightPlace {
  readonly state: string;
  /** Responses contain the first name. */
  readonly names: readonly [string, ...string[]];
  /** The ZIP code that represents the place. */
  readonly zip: string;
}

/** One place per line: state, ZIP code that mail and trucks for the place use, names. Source: general knowledge. */
const LINES = `CA 91746 City of Industry, Industry, COI
CA 90040 Commerce
CA 90022 East Los Angeles
CA 91752 Eastvale
CA 91752 Jurupa Valley, Jurupa
CA 90012 Los Angeles, LA, City of LA, City of Angels
CA 92154 Otay Mesa
CA 90220 Rancho Dominguez
CA 90731 Terminal Island
CA 90058 Vernon
DC 20001 Washington, Washington DC, Wash, DC
FL 32226 Blount Island
FL 33132 Dodge Island, PortMiami
FL 33172 Doral
FL 33178 Medley
FL 32920 Port Canaveral
FL 33316 Port Everglades
FL 34221 Port Manatee
FL 33404 Riviera Beach
GA 30336 Fulton Industrial
GA 31408 Garden City
GA 30349 South Fulton
HI 96707 Barbers Point, Kalaeloa
HI 96860 Joint Base Pearl Harbor-Hickam, Pearl Harbor
HI 96819 Sand Island
IL 60638 Bedford Park
IL 60525 Countryside
IL 60402 Forest View
IL 60525 Hodgkins
IL 60525 McCook
IL 60164 Northlake
IL 60402 Stickney
MD 21219 Tradepoint Atlantic
MO 64116 North Kansas City
NC 27709 Research Triangle Park, Research Triangle, RTP
NJ 07201 Port Elizabeth
NJ 07305 Port Jersey
NJ 07114 Port Newark
NJ 08852 South Brunswick
NJ 07032 South Kearny
NM 87901 Truth or Consequences, T or C
NV 89437 Tahoe Reno Industrial Center, TRIC
NY 10303 Howland Hook
NY 10474 Hunts Point
NY 10001 New York, New York City, NYC, NY, Manhattan, Big Apple, NY City
NY 11101 Queens
OH 43207 Obetz
OH 43217 Rickenbacker
PA 19102 Philadelphia, Philly, Phila, Phily
PR 00917 Hato Rey
PR 00920 Puerto Nuevo
PR 00925 Rio Piedras
PR 00901 San Juan
PR 00907 Santurce
RI 02852 Davisville, Quonset Point
SC 29707 Indian Land
TX 76177 Alliance, AllianceTexas, Fort Worth Alliance
TX 77571 Barbours Cut
TX 77507 Bayport
TX 77523 Cedar Port
TX 75261 DFW Airport, Dallas Fort Worth Airport, DFW Intl
TX 77571 Morgans Point
VI 00802 Charlotte Amalie
VI 00830 Cruz Bay
VI 00820 Saint Croix
WA 98424 Fife
WA 98188 SeaTac
WA 98188 Tukwila
WI 53406 Mount Pleasant`;

export const FREIGHT_PLACES: readonly FreightPlace[] = LINES.split('\n').map((line) => {
  const [state = '', zip = ''] = line.split(' ', 2);
  const [name = '', ...others] = line.slice(state.length + zip.length + 2).split(', ');
  return { state, zip, names: [name, ...others] };
});

let placesByName: ReadonlyMap<string, readonly FreightPlace[]> | undefined;

/** @param city in any spelling. */
export function findFreightPlaces(city: string): readonly FreightPlace[] {
  placesByName ??= indexByName();
  return placesByName.get(normalizeCity(city)) ?? [];
}

function indexByName(): ReadonlyMap<string, readonly FreightPlace[]> {
  const byName = new Map<string, FreightPlace[]>();
  for (const place of FREIGHT_PLACES) {
    for (const name of place.names) {
      const key = normalizeCity(name);
      const namesakes = byName.get(key);
      if (namesakes) namesakes.push(place);
      else byName.set(key, [place]);
    }
  }
  return byName;
}
