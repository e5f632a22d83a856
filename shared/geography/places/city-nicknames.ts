import { LEADING_DIRECTIONS, normalizeCity } from './normalize-city.ts';

/** One city a line: state, city as the places file has it, then names in use. Source: general knowledge. */
const LINES = `AK Anchorage: Anch
AL Birmingham: Bham, B'ham, Birm, Magic City
AL Huntsville: Rocket City, Hville
AL Montgomery: Mgm
AR Little Rock: L Rock
AZ Phoenix: Phx, Phnx, Phenix
AZ Tucson: Old Pueblo, Tuc
CA Bakersfield: Bako
CA Fresno: Fres
CA Long Beach: LBC, LB, Lg Beach, L Beach
CA Los Angeles: Los Ang, LosAng, L Angeles, La La Land
CA Moreno Valley: MoVal, Mo Val
CA North Hollywood: NoHo
CA Oakland: Oak Town, Oaktown
CA Rancho Cucamonga: Rancho, Cucamonga, R Cucamonga, Rcho Cucamonga, Rancho Cuc
CA Riverside: Rside
CA Sacramento: Sac, Sacto, Sactown
CA San Bernardino: San Berdoo, San Berdu, Berdoo, San Bern, San Bernadino, San Bdno
CA San Diego: San Dgo, S Diego
CA San Francisco: San Fran, SF, S F, SanFran, S Francisco
CA Santa Fe Springs: SFS, Sta Fe Springs, Santa Fe Spgs
CA South San Francisco: SSF, South City
CA Stockton: Stkn, Stktn
CO Colorado Springs: Colo Springs, CO Springs, Col Springs, C Springs
CO Denver: Mile High City, Dnvr
CO Grand Junction: Grd Junction
CT Hartford: Htfd
CT Bridgeport: Bpt, Bport
DE Wilmington: Wilm, Wilm Del
FL Fort Lauderdale: Fort Laud, Lauderdale, Ft Lauddale
FL Fort Myers: Fort Meyers
FL Jacksonville: Jax, Jville, Jacksonvil
FL Orlando: Orl
FL Port Saint Lucie: PSL, Port St Luc
FL Saint Petersburg: St Pete, St Petersbrg, St Petes
FL Saint Augustine: St Aug
FL Tallahassee: Tally, Talla
FL West Palm Beach: WPB, W Palm, West Palm
GA Atlanta: Hotlanta, Atl
GA Savannah: Sav
GA Peachtree City: PTC
GA Warner Robins: Robins AFB
GA McDonough: Mcdonnough
HI Honolulu: Hono, HNL
IA Des Moines: DSM, D Moines
IA Cedar Rapids: C Rapids
IA Council Bluffs: C Bluffs, Co Bluffs
ID Coeur d'Alene: CDA, Coeur D Alene, Cour d Alene
IL Chicago: Chi, Chitown, Chi Town, Chgo, Chic, Windy City
IL East Saint Louis: E St L, ESTL
IL Elk Grove Village: Elk Grove, Elk Grove Vill, EGV
IL Saint Charles: St Chas
IL University Park: Univ Park, U Park
IN Fort Wayne: Ft Wyn, Summit City
IN Indianapolis: Indy, Indpls, Ind'pls, Naptown, Indnpls
IN South Bend: S Bnd
KS Kansas City: KCK, KC, Kaycee, K C
KY Lexington: Lex, Lexington Fayette
KY Louisville: Lville, L'ville, Derby City, Louieville
LA Baton Rouge: Batonrouge, Red Stick, B Rouge
LA Chalmette: Saint Bernard Parish
LA New Orleans: NOLA, Nawlins, Big Easy, N Orleans, New Orls, NewOrleans
LA Shreveport: Shreve
MA Boston: Bos, Beantown, Bstn
MA Springfield: Spfld, Springfld
MA Worcester: Worc
MD Baltimore: Balt, Balto, B'more, Bmore, Charm City
MD Brooklyn Park: Arundel Village
MD Hagerstown: Htown
MI Detroit: Det, Motown, Motor City, Dtroit
MI Grand Rapids: Gr Rapids, Grd Rapids
MI Sault Sainte Marie: Soo, The Soo, Sault
MN Minneapolis: Mpls
MN Saint Paul: St P, StPaul
MO Kansas City: KC, KCMO, Kaycee, K C
MO Saint Charles: St Chas
MO Saint Joseph: St Joe, St Jo
MO Saint Louis: STL, St Lou, St L, Saint Loo, Gateway City, St Louie
MO Springfield: SGF, Spfld, Springfld
MS Jackson: Jxn
NC Charlotte: Char, Clt, Charl
NC Fort Bragg: Fort Liberty
NC Greensboro: Gboro, G'boro, Gsboro
NC Wilmington: Wilm
NC Winston-Salem: Winston, W Salem, Win Salem
NE Omaha: Oma
NE North Platte: N Plat
NH Manchester: Manch
NJ Elizabeth: Eliz
NJ Jersey City: J City, Jersey Cty
NJ Newark: Nwk, Brick City
NJ Port Newark: Pt Nwk, Pt Newark, Port Nwk
NJ Secaucus: Secacus
NM Albuquerque: Albq, ABQ, Burque, Albuq, Albuqurque, Albuquerq
NV Las Vegas: Vegas, LV, Sin City, L Vegas, L V
NV North Las Vegas: NLV
NY Brooklyn: Bklyn, Bkln
NY Bronx: The Bronx
NY Buffalo: Buff
NY Rochester: Roch
NY Syracuse: Syr, Cuse
OH Cincinnati: Cincy, Cinci, Cinti, Cinn, Cincinatti, Cincinnatti, Queen City
OH Cleveland: Cleve, Clev, Cle
OH Columbus: Cbus, C-bus, Cols
OH Youngstown: Ytown, Y Town
OK Oklahoma City: OKC, Okla City, OK City, Oklahoma Cty, Tinker AFB
OK Tulsa: Tul
OR Portland: PDX, Ptld
PA Allentown: Atown, Allntwn
PA Chambersburg: Letterkenny, Letterkenny Army Depot
PA Harrisburg: Hbg, Hburg, Harrisbrg
PA Philadelphia: Phil, Philad, Philadelph, Phl
PA Pittsburgh: Pitt, Pgh, Pitts, Pburgh, Steel City, Pittsburg
PA Scranton: Scran
PA Wilkes-Barre: W-B, Wilkes, Wilkesbarre
RI Providence: Prov, Provi
SC Charleston: Chas, Chucktown, Chuck Town, Chs
SC Columbia: Cola
SC Greenville: Gville, G'ville
SC Spartanburg: Spart
SD Sioux Falls: Sx Falls
TN Chattanooga: Chatt, Chatty, Nooga
TN Knoxville: Knox, Kville
TN Memphis: Memph, Bluff City
TN Murfreesboro: Mboro, M'boro
TN Nashville: Nash, Nashvegas, Music City
TX Austin: ATX
TX Corpus Christi: Corpus
TX Dallas: Big D, Dal, Dllas
TX El Paso: Elp
TX Fort Worth: Cowtown, Ft W, Funkytown, Ftw
TX Houston: H Town, Htown, HTX, Hou, Houst, Bayou City, Space City
TX Laredo: Ldo
TX San Antonio: San Antone, San An, San Ant, S Antonio, SATX, San Anton
UT Salt Lake City: SLC, Salt Lake, Salt Lake Cty, S L C
UT West Valley City: W Valley, WVC
VA Chesapeake: Chesap, Chespeake
VA Newport News: Newport Nws, N News, Npt News
VA Norfolk: Norf, Nfk, Norfolk Naval Base, Naval Station Norfolk
VA Richmond: RVA
VA Virginia Beach: VA Beach, VA Bch, Va Beech
WA Joint Base Lewis McChord: JBLM, Fort Lewis, McChord AFB
WA Seattle: Sea, Emerald City, Seatl
WA Spokane: Spok, Spokan
WA Tacoma: Tac
WA Vancouver: Vancouver USA, Vanc, The Couv
WI Green Bay: Grn Bay
WI Milwaukee: Milw, Mke, Brew City, Milwakee
WV Charleston: Chas`;

/** The city that stands for an area, in the same form: where most of its freight goes. Source: general knowledge. */
const AREA_LINES = `AZ Phoenix: Maricopa County
CA Anaheim: Orange County
CA Bakersfield: Kern County
CA El Monte: San Gabriel Valley
CA Fresno: Central Valley, San Joaquin Valley
CA Indio: Coachella Valley
CA Lancaster: Antelope Valley
CA Los Angeles: Los Angeles County, LA County
CA Oakland: Bay Area, SF Bay Area, San Francisco Bay Area, East Bay, Alameda County
CA Ontario: Inland Empire, IE
CA Oxnard: Ventura County
CA Riverside: Riverside County
CA San Bernardino: San Bernardino County
CA San Diego: San Diego County
CA San Jose: Silicon Valley
CA Santa Maria: Central Coast
CA Stockton: San Joaquin County
CA Torrance: South Bay
CA Van Nuys: San Fernando Valley, SFV
CA Victorville: High Desert
CO Commerce City: Adams County
CO Denver: Front Range
FL Fort Lauderdale: Broward County
FL Miami: South Florida, Miami-Dade, Miami-Dade County, Dade County
FL Orlando: Central Florida, Orange County
FL Tampa: Tampa Bay, Hillsborough County
FL West Palm Beach: Palm Beach County
GA Atlanta: Fulton County
GA Gainesville: North Georgia
GA Lawrenceville: Gwinnett County
GA Marietta: Cobb County
IA Davenport: Quad Cities, Quad City
ID Boise: Treasure Valley
IL Aurora: Kane County
IL Chicago: Chicagoland, Cook County
IL East Saint Louis: Metro East
IL Joliet: Will County
IL Naperville: DuPage County
IL Waukegan: Lake County
IN Gary: Lake County, Northwest Indiana
LA Covington: Northshore
MA Boston: New England
MA Framingham: Middlesex County
MA Hyannis: Cape Cod
MA Salem: Essex County
MD Baltimore: Baltimore County
MD Rockville: Montgomery County
MD Salisbury: Delmarva, Eastern Shore
MI Detroit: Wayne County
MI Marquette: Upper Peninsula
MI Taylor: Downriver
MN Minneapolis: Twin Cities
MO Saint Louis: Saint Louis County
MS Columbus: Golden Triangle
NC Greensboro: Triad, Piedmont Triad
NC Monroe: Union County
NJ Camden: South Jersey, Southern New Jersey
NJ Edison: Central Jersey, Central New Jersey, Middlesex County
NJ Elizabeth: Union County
NJ Hackensack: Bergen County
NJ Jersey City: Hudson County
NJ Newark: North Jersey, Northern New Jersey, Essex County, Jersey
NV Las Vegas: Clark County
NY Hicksville: Long Island, Nassau County
NY Middletown: Orange County
NY Newburgh: Hudson Valley
NY Syracuse: Upstate, Upstate New York
NY White Plains: Westchester County
OH Cleveland: Cuyahoga County
OH Columbus: Franklin County
OH Dayton: Montgomery County
PA Allentown: Lehigh Valley
PA Bensalem: Bucks County
PA Lancaster: Lancaster County
PA Norristown: Montgomery County
PA Scranton: NEPA
SC Charleston: Lowcountry
SC Greenville: Upstate South Carolina, Upstate
TN Memphis: Shelby County, Mid-South
TX Beaumont: Golden Triangle
TX Conroe: Montgomery County
TX Dallas: DFW area, DFW metro, DFW Metroplex, Metroplex, North Texas, Dallas County
TX Fort Worth: Tarrant County
TX Houston: Harris County
TX McAllen: Rio Grande Valley, RGV
TX Midland: Permian Basin, West Texas
TX Orange: Orange County
TX Tyler: East Texas
UT Layton: Davis County
UT Salt Lake City: Wasatch Front
VA Manassas: Northern Virginia, NoVA
VA Norfolk: Hampton Roads, Tidewater
WA Seattle: Puget Sound, King County
WA Spokane: Eastern Washington
WA Tacoma: Pierce County`;

export interface NicknamedCity {
  readonly city: string;
  /** Two-letter code. */
  readonly state: string;
}

/** Finds rows by a name in any spelling. The index is built when it is first needed. */
function indexByName<Row extends { readonly names: readonly string[] }>(rows: readonly Row[]) {
  let byName: ReadonlyMap<string, readonly { readonly row: Row }[]> | undefined;
  return (name: string): readonly Row[] => {
    byName ??= Map.groupBy(
      rows.flatMap((row) => [...new Set(row.names.map(normalizeCity))].map((key) => ({ key, row }))),
      ({ key }) => key,
    );
    return byName.get(normalizeCity(name))?.map(({ row }) => row) ?? [];
  };
}

const readLines = (lines: string) =>
  lines.split('\n').map((line) => {
    const [city = '', names = ''] = line.slice(3).split(': ');
    return { state: line.slice(0, 2), city, names: names.split(', ') };
  });

/**
 * The cities that a nickname or abbreviation means: "Philly", "Balt", "KC" (in Missouri and in Kansas).
 * @param name in any spelling.
 */
export const findNicknames: (name: string) => readonly NicknamedCity[] = indexByName(readLines(LINES));

/** The city that stands for an area: "Bay Area", "Inland Empire". @param name in any spelling. */
export const findAreas: (name: string) => readonly NicknamedCity[] = indexByName(readLines(AREA_LINES));

const BEFORE_AREA = /^(?:the )?(?:(?:greater|metro(?:politan)?) )?/i;
const AREA = /[\s,]+(?:area|metro(?:politan)?|metroplex|region|vicinity)(?=[\s,]|$)/gi;

/** "Chicago" for "Chicago area", "greater Chicago" and "metro Chicago". */
export const withoutAreaWords = (name: string): string => name.replace(BEFORE_AREA, '').replace(AREA, '');

const MUNICIPALITY = /^(?:the )?(?:city|town|village|township|borough|twp|boro) of /i;
const CIVIL_SUFFIX = /[\s,]+(?:township|twp|borough|boro|village|town)$/i;
const AIR_BASE = /\s(?:air force base|air base)$/i;
const LEADING_DIRECTION = /^(north|south|east|west|no|so|[nsew])\.?\s+(\S.*)$/i;
/** A compass letter that is not the first word: "Palm Bch W". */
const LATER_DIRECTION = /\s([nsew])\.?(?=\s|$)/i;

const direction = (word: string): string => LEADING_DIRECTIONS[word.toLowerCase()] ?? word;

/**
 * Other forms of a name that is no city: "City of Fontana" is Fontana, "Pt Arthur" Port Arthur, "Edison Twp" Edison,
 * "Sta Fe" Santa Fe, "S San Fran" South San Francisco.
 * @param city at most some hundred characters.
 */
export function otherForms(city: string): readonly string[] {
  const name = city.trim();
  const [, compass = '', rest = ''] = LEADING_DIRECTION.exec(name) ?? [];
  const forms = [
    name.replace(MUNICIPALITY, ''),
    name.replace(CIVIL_SUFFIX, ''),
    name.replace(AIR_BASE, ' AFB'),
    name.replace(/^pt\.?\s/i, 'Port '),
    name.replace(/^sta\.?\s/i, 'Santa '),
    name.replace(LATER_DIRECTION, (_, letter: string) => ` ${direction(letter)}`),
    ...findNicknames(rest).map((nicknamed) => `${direction(compass)} ${nicknamed.city}`),
  ];
  return [...new Set(forms)].filter((form) => form !== name && form !== '');
}

/** A freight destination with a name that the Postal Service does not use for any ZIP code. */
export interface FreightPlace {
  readonly state: string;
  /** Responses contain the first name. */
  readonly names: readonly [string, ...string[]];
  /** The ZIP code that represents the place. */
  readonly zip: string;
}

/** One place per line: state, ZIP code that mail and trucks for the place use, names. Source: general knowledge. */
const FREIGHT_LINES = `CA 91746 City of Industry, Industry, COI
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
KS 66021 Edgerton
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

export const FREIGHT_PLACES: readonly FreightPlace[] = FREIGHT_LINES.split('\n').map((line) => {
  const [state = '', zip = ''] = line.split(' ', 2);
  const [name = '', ...others] = line.slice(state.length + zip.length + 2).split(', ');
  return { state, zip, names: [name, ...others] };
});

/** @param city in any spelling. */
export const findFreightPlaces = indexByName(FREIGHT_PLACES);
