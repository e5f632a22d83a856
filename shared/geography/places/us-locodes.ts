/**
 * UN/LOCODEs of US ports, ramps and inland cities by state: the three letters after the country code, then the city
 * (UNECE Recommendation 16). Most equal the IATA code of the city or its airport. Source: general knowledge; ports
 * compared with the npm package sea-ports 0.0.9 (MIT), ramps with a carrier's published list.
 */
const CITIES_BY_STATE: Readonly<Record<string, string>> = {
  AK: 'ADQ Kodiak, AKN King Salmon, ANC Anchorage, BET Bethel, CDV Cordova, DLG Dillingham, DUT Dutch Harbor, ENA Kenai, FAI Fairbanks, HNS Haines, HOM Homer, JNU Juneau, KTN Ketchikan, OME Nome, OTZ Kotzebue, PSG Petersburg, SGY Skagway, SIT Sitka, SWD Seward, VDZ Valdez, WRG Wrangell',
  AL: 'BHM Birmingham, DHN Dothan, HSV Huntsville, MGM Montgomery, MOB Mobile, TCL Tuscaloosa',
  AR: 'FSM Fort Smith, JBR Jonesboro, LIT Little Rock, MQM Marion',
  AZ: 'FLG Flagstaff, GEU Glendale, OLS Nogales, PHX Phoenix, PRC Prescott, TUS Tucson, YUM Yuma',
  CA: 'BFL Bakersfield, BUR Burbank, CEC Crescent City, CXL Calexico, EKA Eureka, FAT Fresno, LAX Los Angeles, LGB Long Beach, MCE Merced, MOD Modesto, NTD Port Hueneme, OAK Oakland, OCN Oceanside, ONT Ontario, OXR Oxnard, OYM Otay Mesa, PSP Palm Springs, RCH Richmond, RDD Redding, SAC Sacramento, SAN San Diego, SBA Santa Barbara, SBD San Bernardino, SBP San Luis Obispo, SCK Stockton, SFO San Francisco, SJC San Jose, SMX Santa Maria, SNA Santa Ana, SNS Salinas, VIS Visalia',
  CO: 'COS Colorado Springs, DEN Denver, FNL Fort Collins, GJT Grand Junction, GXY Greeley, PUB Pueblo',
  CT: 'BDL Windsor Locks, BDR Bridgeport, DXR Danbury, GON Groton, HFD Hartford, HVN New Haven',
  DC: 'DCA Washington, IAD Washington, WAS Washington',
  DE: 'ILG Wilmington',
  FL: 'APF Naples, COI Cocoa, CPV Cape Canaveral, DAB Daytona Beach, EYW Key West, FEB Fernandina Beach, FLL Fort Lauderdale, FPR Fort Pierce, GIF Winter Haven, GNV Gainesville, JAX Jacksonville, LAL Lakeland, MCO Orlando, MIA Miami, MLB Melbourne, OCF Ocala, ORL Orlando, PAB Palm Beach, PBI West Palm Beach, PCV Port Canaveral, PEF Port Everglades, PFN Panama City, PME Port Manatee, PNS Pensacola, RBC Riviera Beach, RSW Fort Myers, SRQ Sarasota, TLH Tallahassee, TPA Tampa',
  GA: 'ABY Albany, AGS Augusta, AHN Athens, ATL Atlanta, BQK Brunswick, CKF Cordele, CSG Columbus, DNN Dalton, GVL Gainesville, MCN Macon, PWN Port Wentworth, RMG Rome, SAV Savannah, SSI Brunswick, VLD Valdosta',
  HI: 'HNL Honolulu, ITO Hilo, KOA Kailua Kona, LIH Lihue, LNY Lanai City, MKK Kaunakakai, OGG Kahului',
  IA: 'ALO Waterloo, BRL Burlington, CBF Council Bluffs, CID Cedar Rapids, CWI Clinton, DBQ Dubuque, DSM Des Moines, DVN Davenport, FOD Fort Dodge, MCW Mason City, OTM Ottumwa, SUX Sioux City',
  ID: "BOI Boise, COE Coeur d'Alene, IDA Idaho Falls, LWS Lewiston, PIH Pocatello, TWF Twin Falls",
  IL: 'ALN Alton, BMI Bloomington, BNV Bensenville, CHI Chicago, CMI Champaign, DEC Decatur, ESL East Saint Louis, GBG Galesburg, JOT Joliet, MDH Carbondale, MDW Chicago, MLI Moline, NTI Northlake, ORD Chicago, PIA Peoria, RCX Rochelle, RFD Rockford, SPI Springfield, UGN Waukegan, UIN Quincy',
  IN: 'BMG Bloomington, EKI Elkhart, EVV Evansville, FWA Fort Wayne, GYY Gary, HUF Terre Haute, IND Indianapolis, LAF Lafayette, MGC Michigan City, MIE Muncie, SBN South Bend',
  KS: 'DDC Dodge City, GCK Garden City, HUT Hutchinson, ICT Wichita, KCK Kansas City, MHK Manhattan, SLN Salina, TOP Topeka',
  KY: 'BWG Bowling Green, GEO Georgetown, LEX Lexington, LOU Louisville, LUI Louisville, OWB Owensboro, PAH Paducah, SDF Louisville',
  LA: 'AEX Alexandria, BTR Baton Rouge, HUM Houma, LCH Lake Charles, LFT Lafayette, MLU Monroe, MSY New Orleans, SHV Shreveport',
  MA: 'ACK Nantucket, AYE Ayer, BOS Boston, CEF Springfield, EWB New Bedford, ORH Worcester, PYM Plymouth',
  MD: 'ANP Annapolis, BAL Baltimore, BWI Baltimore, CGE Cambridge, HGR Hagerstown, SBY Salisbury',
  ME: 'AUG Augusta, BGR Bangor, EPM Eastport, PQI Presque Isle, PWM Portland, RKD Rockland',
  MI: 'APN Alpena, AZO Kalamazoo, BEH Benton Harbor, BTL Battle Creek, DET Detroit, DTW Detroit, ESC Escanaba, FNT Flint, GRR Grand Rapids, JXN Jackson, LAN Lansing, LDM Ludington, MBL Manistee, MBS Saginaw, MKG Muskegon, MNM Menominee, MQT Marquette, PHN Port Huron, PTK Pontiac, SSM Sault Sainte Marie, TVC Traverse City',
  MN: 'DLH Duluth, INL International Falls, MES Minneapolis, MSP Minneapolis, RST Rochester, SPT South Saint Paul, STC Saint Cloud, STP Saint Paul',
  MO: 'CGI Cape Girardeau, COU Columbia, JLN Joplin, MCI Kansas City, MKC Kansas City, SGF Springfield, STJ Saint Joseph, STL Saint Louis',
  MS: 'GLH Greenville, GPT Gulfport, GWO Greenwood, HEZ Natchez, JAN Jackson, MEI Meridian, PGL Pascagoula, TUP Tupelo, VKS Vicksburg',
  MT: 'BIL Billings, BTM Butte, BZN Bozeman, FCA Kalispell, GTF Great Falls, HLN Helena, MSO Missoula',
  NC: 'AVL Asheville, CLT Charlotte, EWN New Bern, FAY Fayetteville, GBO Greensboro, GSO Greensboro, HKY Hickory, ILM Wilmington, INT Winston Salem, MRH Morehead City, OAJ Jacksonville, OCW Washington, PGV Greenville, RDU Raleigh, RWI Rocky Mount',
  ND: 'BIS Bismarck, DIK Dickinson, FAR Fargo, GFK Grand Forks, ISN Williston, JMS Jamestown, MOT Minot',
  NE: 'GRI Grand Island, LBF North Platte, LNK Lincoln, OMA Omaha',
  NH: 'MHT Manchester, PSM Portsmouth',
  NJ: 'ACY Atlantic City, EWR Newark, EZA Elizabeth, JEC Jersey City, PEB Elizabeth, PPS Pennsauken, TTN Trenton',
  NM: 'ABQ Albuquerque, CNM Carlsbad, CVN Clovis, FMN Farmington, GUP Gallup, HOB Hobbs, LRU Las Cruces, ROW Roswell, SAF Santa Fe, SXT Santa Teresa',
  NV: 'EKO Elko, LAS Las Vegas, RNO Reno',
  NY: 'ALB Albany, BGM Binghamton, BUF Buffalo, ELM Elmira, HPN White Plains, IAG Niagara Falls, ITH Ithaca, JFK New York, JHW Jamestown, LGA New York, MSS Massena, NYC New York, OGS Ogdensburg, PBG Plattsburgh, POU Poughkeepsie, ROC Rochester, SWF Newburgh, SYR Syracuse, UCA Utica, UXZ Port Chester, UZF Tonawanda',
  OH: 'CAK Akron, CLE Cleveland, CMH Columbus, CVG Cincinnati, DAY Dayton, LCK Columbus, LUK Cincinnati, MFD Mansfield, TOL Toledo, YNG Youngstown',
  OK: 'LAW Lawton, OKC Oklahoma City, TUL Tulsa',
  OR: 'AST Astoria, EUG Eugene, LMT Klamath Falls, MFR Medford, OTH North Bend, PDT Pendleton, PDX Portland, RDM Redmond, SLE Salem',
  PA: 'ABE Allentown, AOO Altoona, AVP Wilkes Barre, CHT Chester, ERI Erie, HAR Harrisburg, IPT Williamsport, JST Johnstown, LNS Lancaster, MDT Harrisburg, PHL Philadelphia, PIT Pittsburgh, RDG Reading, SCE State College, SCR Scranton',
  RI: 'NPT Newport, PVD Providence',
  SC: 'AND Anderson, CAE Columbia, CHS Charleston, DLL Dillon, FLO Florence, GGE Georgetown, GSP Greer, GXX Greer, HHH Hilton Head Island, MYR Myrtle Beach, NTS North Charleston, SPA Spartanburg',
  SD: 'FSD Sioux Falls, RAP Rapid City',
  TN: 'BNA Nashville, CHA Chattanooga, CKV Clarksville, MEM Memphis, MKL Jackson, TYS Knoxville',
  TX: 'ABI Abilene, ACT Waco, AMA Amarillo, AUS Austin, BPT Beaumont, BRO Brownsville, CLL College Station, CRP Corpus Christi, DAL Dallas, DFW DFW Airport, DRT Del Rio, EGP Eagle Pass, ELP El Paso, FPO Freeport, FTW Fort Worth, FWT Fort Worth, GGG Longview, GLS Galveston, HOU Houston, HRL Harlingen, HXC Haslet, IAH Houston, ILE Killeen, LBB Lubbock, LRD Laredo, MAF Midland, MFE McAllen, POA Port Arthur, PSX Palacios, SAT San Antonio, SJT San Angelo, SPS Wichita Falls, TXK Texarkana, TXT Texas City, TYR Tyler, VCT Victoria',
  UT: 'LGU Logan, OGD Ogden, PVU Provo, SGU Saint George, SLC Salt Lake City',
  VA: 'CHO Charlottesville, DAN Danville, FRR Front Royal, LYH Lynchburg, NNS Newport News, ORF Norfolk, PHF Newport News, PTM Portsmouth, RIC Richmond, ROA Roanoke, SHD Staunton, VAB Virginia Beach',
  VT: 'BTV Burlington',
  WA: 'ALW Walla Walla, BLI Bellingham, CLM Port Angeles, EAT Wenatchee, GEG Spokane, HQM Hoquiam, KLS Kelso, MWH Moses Lake, OLM Olympia, PAE Everett, PSC Pasco, SEA Seattle, TIW Tacoma, YKM Yakima',
  WI: 'ATW Appleton, CPF Chippewa Falls, CWA Wausau, EAU Eau Claire, ENW Kenosha, GRB Green Bay, JVL Janesville, LSE La Crosse, MKE Milwaukee, MSN Madison, MTW Manitowoc, OSH Oshkosh, RAC Racine, RHI Rhinelander, SBM Sheboygan, SUE Sturgeon Bay, SUW Superior',
  WV: 'BKW Beckley, CKB Clarksburg, CRW Charleston, HLG Wheeling, HTS Huntington, MGW Morgantown, PKB Parkersburg',
  WY: 'COD Cody, CPR Casper, CYS Cheyenne, GCC Gillette, LAR Laramie, RKS Rock Springs, SHR Sheridan',
};

/** Codes of the territories, which UN/LOCODE lists as countries. The prefix US is accepted as well (USSJU). */
const CITIES_BY_TERRITORY: Readonly<Record<string, string>> = {
  AS: 'PPG Pago Pago',
  GU: 'GUM Hagatna',
  MP: 'ROP Rota, SPN Saipan, TIQ Tinian',
  PR: 'BQN Aguadilla, MAZ Mayaguez, PSE Ponce, SJU San Juan',
  VI: 'CHA Charlotte Amalie, CTD Christiansted, STT Charlotte Amalie, STX Christiansted',
};

/** The city of a UN/LOCODE. */
export interface LocodeCity {
  readonly city: string;
  /** Two-letter code. */
  readonly state: string;
}

const LOCODE = /^(US|PR|VI|GU|AS|MP)[ -]?([A-Z2-9]{3})$/i;

let citiesByCode: ReadonlyMap<string, LocodeCity> | undefined;

/** All known codes, such as "USLAX", with their cities. */
export function locodeCities(): ReadonlyMap<string, LocodeCity> {
  citiesByCode ??= new Map([
    ...Object.entries(CITIES_BY_TERRITORY).flatMap(([state, list]) => [
      ...readList('US', state, list),
      ...readList(state, state, list),
    ]),
    ...Object.entries(CITIES_BY_STATE).flatMap(([state, list]) => readList('US', state, list)),
  ]);
  return citiesByCode;
}

/**
 * @param text "USLAX", "US LAX" or "us-lax".
 * @returns the city, or undefined if the text is not a UN/LOCODE, or the code is unknown.
 */
export function findLocode(text: string): LocodeCity | undefined {
  const match = LOCODE.exec(text);
  return match ? locodeCities().get(`${match[1]}${match[2]}`.toUpperCase()) : undefined;
}

function readList(country: string, state: string, list: string): [string, LocodeCity][] {
  return list.split(', ').map((row) => [`${country}${row.slice(0, 3)}`, { city: row.slice(4), state }]);
}
