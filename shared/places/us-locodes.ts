/**
 * UN/LOCODEs of US ports and inland cities by state: the three letters after the country, then the city (UNECE
 * Recommendation 16; general knowledge). They are mostly those of IATA for the city or its airport.
 */
const CITIES_BY_STATE: Readonly<Record<string, string>> = {
  AK: 'ADQ Kodiak, ANC Anchorage, DUT Dutch Harbor, FAI Fairbanks, JNU Juneau, KTN Ketchikan, OME Nome, SIT Sitka',
  AL: 'BHM Birmingham, HSV Huntsville, MGM Montgomery, MOB Mobile, TCL Tuscaloosa',
  AR: 'FSM Fort Smith, LIT Little Rock',
  AZ: 'PHX Phoenix, TUS Tucson, YUM Yuma',
  CA: 'BFL Bakersfield, CXL Calexico, FAT Fresno, LAX Los Angeles, LGB Long Beach, MOD Modesto, NTD Port Hueneme, OAK Oakland, ONT Ontario, OXR Oxnard, RDD Redding, SAC Sacramento, SAN San Diego, SCK Stockton, SFO San Francisco, SJC San Jose, SNA Santa Ana',
  CO: 'COS Colorado Springs, DEN Denver, GJT Grand Junction, PUB Pueblo',
  CT: 'BDR Bridgeport, GON Groton, HFD Hartford, HVN New Haven',
  DC: 'WAS Washington',
  DE: 'ILG Wilmington',
  FL: 'EYW Key West, FLL Fort Lauderdale, FPR Fort Pierce, GNV Gainesville, JAX Jacksonville, MIA Miami, ORL Orlando, PBI West Palm Beach, PCV Port Canaveral, PEF Port Everglades, PFN Panama City, PME Port Manatee, PNS Pensacola, SRQ Sarasota, TLH Tallahassee, TPA Tampa',
  GA: 'ABY Albany, AGS Augusta, ATL Atlanta, CSG Columbus, MCN Macon, SAV Savannah, VLD Valdosta',
  HI: 'HNL Honolulu, ITO Hilo, KOA Kailua Kona, LIH Lihue, OGG Kahului',
  IA: 'CBF Council Bluffs, CID Cedar Rapids, DBQ Dubuque, DSM Des Moines, DVN Davenport, SUX Sioux City',
  ID: 'BOI Boise, IDA Idaho Falls, LWS Lewiston, PIH Pocatello',
  IL: 'BMI Bloomington, CHI Chicago, CMI Champaign, DEC Decatur, JOT Joliet, MLI Moline, ORD Chicago, PIA Peoria, RFD Rockford, SPI Springfield',
  IN: 'EVV Evansville, FWA Fort Wayne, GYY Gary, IND Indianapolis, LAF Lafayette, SBN South Bend',
  KS: 'ICT Wichita, KCK Kansas City, SLN Salina, TOP Topeka',
  KY: 'BWG Bowling Green, LEX Lexington, LOU Louisville, OWB Owensboro, PAH Paducah, SDF Louisville',
  LA: 'BTR Baton Rouge, LCH Lake Charles, LFT Lafayette, MLU Monroe, MSY New Orleans, SHV Shreveport',
  MA: 'BOS Boston, EWB New Bedford, ORH Worcester',
  MD: 'BAL Baltimore, SBY Salisbury',
  ME: 'BGR Bangor, PWM Portland',
  MI: 'AZO Kalamazoo, DET Detroit, FNT Flint, GRR Grand Rapids, LAN Lansing, MBS Saginaw, MKG Muskegon',
  MN: 'DLH Duluth, INL International Falls, MSP Minneapolis, RST Rochester, STP Saint Paul',
  MO: 'COU Columbia, JLN Joplin, MKC Kansas City, SGF Springfield, STL Saint Louis',
  MS: 'GPT Gulfport, GWO Greenwood, JAN Jackson, MEI Meridian, PGL Pascagoula, TUP Tupelo',
  MT: 'BIL Billings, BZN Bozeman, GTF Great Falls, HLN Helena, MSO Missoula',
  NC: 'AVL Asheville, CLT Charlotte, FAY Fayetteville, GSO Greensboro, ILM Wilmington, INT Winston Salem, MRH Morehead City, RDU Raleigh, RWI Rocky Mount',
  ND: 'BIS Bismarck, FAR Fargo, GFK Grand Forks, MOT Minot',
  NE: 'GRI Grand Island, LBF North Platte, LNK Lincoln, OMA Omaha',
  NH: 'MHT Manchester, PSM Portsmouth',
  NJ: 'ACY Atlantic City, EWR Newark, TTN Trenton',
  NM: 'ABQ Albuquerque, FMN Farmington, LRU Las Cruces, ROW Roswell',
  NV: 'EKO Elko, LAS Las Vegas, RNO Reno',
  NY: 'ALB Albany, BUF Buffalo, NYC New York, OGS Ogdensburg, ROC Rochester, SYR Syracuse',
  OH: 'CAK Akron, CLE Cleveland, CMH Columbus, CVG Cincinnati, DAY Dayton, TOL Toledo, YNG Youngstown',
  OK: 'LAW Lawton, OKC Oklahoma City, TUL Tulsa',
  OR: 'AST Astoria, EUG Eugene, MFR Medford, PDX Portland',
  PA: 'ABE Allentown, ERI Erie, HAR Harrisburg, PHL Philadelphia, PIT Pittsburgh, RDG Reading',
  RI: 'PVD Providence',
  SC: 'CAE Columbia, CHS Charleston, GSP Greer, MYR Myrtle Beach',
  SD: 'FSD Sioux Falls, RAP Rapid City',
  TN: 'BNA Nashville, CHA Chattanooga, MEM Memphis, TYS Knoxville',
  TX: 'ABI Abilene, ACT Waco, AMA Amarillo, AUS Austin, BPT Beaumont, BRO Brownsville, CRP Corpus Christi, DAL Dallas, DFW DFW Airport, DRT Del Rio, EGP Eagle Pass, ELP El Paso, FPO Freeport, FTW Fort Worth, GLS Galveston, HOU Houston, LBB Lubbock, LRD Laredo, MAF Midland, MFE McAllen, POA Port Arthur, SAT San Antonio, TYR Tyler, VCT Victoria',
  UT: 'OGD Ogden, PVU Provo, SGU Saint George, SLC Salt Lake City',
  VA: 'FRR Front Royal, LYH Lynchburg, ORF Norfolk, PHF Newport News, PTM Portsmouth, RIC Richmond, ROA Roanoke',
  VT: 'BTV Burlington',
  WA: 'BLI Bellingham, GEG Spokane, OLM Olympia, PAE Everett, PSC Pasco, SEA Seattle, TIW Tacoma, YKM Yakima',
  WI: 'ATW Appleton, EAU Eau Claire, GRB Green Bay, LSE La Crosse, MKE Milwaukee, MSN Madison, SUW Superior',
  WV: 'CRW Charleston, HTS Huntington, MGW Morgantown',
  WY: 'CPR Casper, CYS Cheyenne',
};

/** Codes of the territories, which the list keeps as countries. */
const CITIES_BY_TERRITORY: Readonly<Record<string, string>> = {
  AS: 'PPG Pago Pago',
  GU: 'GUM Hagatna',
  MP: 'ROP Rota, SPN Saipan, TIQ Tinian',
  PR: 'BQN Aguadilla, MAZ Mayaguez, PSE Ponce, SJU San Juan',
  VI: 'CHA Charlotte Amalie, CTD Christiansted',
};

/** A city that a UN/LOCODE stands for. */
export interface LocodeCity {
  readonly city: string;
  /** Two-letter code. */
  readonly state: string;
}

const LOCODE = /^(US|PR|VI|GU|AS|MP)[ -]?([A-Z2-9]{3})$/i;

let citiesByCode: ReadonlyMap<string, LocodeCity> | undefined;

/** Every code known, "USLAX", with its city. */
export function locodeCities(): ReadonlyMap<string, LocodeCity> {
  citiesByCode ??= new Map([
    ...Object.entries(CITIES_BY_STATE).flatMap(([state, list]) => readList('US', state, list)),
    ...Object.entries(CITIES_BY_TERRITORY).flatMap(([state, list]) => readList(state, state, list)),
  ]);
  return citiesByCode;
}

/**
 * @param text "USLAX", "US LAX" or "us-lax".
 * @returns the city, or undefined when the text is no UN/LOCODE or none that is known.
 */
export function findLocode(text: string): LocodeCity | undefined {
  const match = LOCODE.exec(text);
  return match ? locodeCities().get(`${match[1]}${match[2]}`.toUpperCase()) : undefined;
}

function readList(country: string, state: string, list: string): [string, LocodeCity][] {
  return list.split(', ').map((row) => [`${country}${row.slice(0, 3)}`, { city: row.slice(4), state }]);
}
