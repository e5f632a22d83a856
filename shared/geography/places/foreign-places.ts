import { normalizeCity } from './normalize-city.ts';

/** Names and abbreviations of countries and their parts, as they stand at the end of an address. */
const REGIONS = `Canada: Canada, CAN, Ontario, ON, ONT, Quebec, QC, QUE, PQ, British Columbia, BC, Alberta, AB, ALTA, Manitoba, MB, Saskatchewan, SK, SASK, Nova Scotia, NS, New Brunswick, NB, Newfoundland, Newfoundland and Labrador, NL, NF, Prince Edward Island, PE, PEI, Yukon, YT, Northwest Territories, NT, NWT, Nunavut, NU
Mexico: Mexico, MX, MEX, Nuevo Leon, Tamaulipas, Tamps, Coahuila, Coah, Chihuahua, Chih, Sonora, Baja California, Jalisco, Jal, Sinaloa, Sin, Guanajuato, Gto, Queretaro, Qro, Puebla, Pue, Veracruz, Estado de Mexico, Edomex, CDMX, DF, San Luis Potosi, SLP, Aguascalientes, Ags, Durango, Dgo, Michoacan, Yucatan, Yuc, Hidalgo, Colima, Zacatecas, Nayarit, Oaxaca, Chiapas, Tabasco, Campeche, Morelos, Tlaxcala, Quintana Roo
the United Kingdom: UK, United Kingdom, England, Scotland, Wales, GB, Great Britain, Northern Ireland
Argentina: Argentina
Australia: Australia, AUS
Austria: Austria
Belgium: Belgium
Brazil: Brazil, BR, Brasil
Chile: Chile
China: China, PRC, Hong Kong, HK
Colombia: Colombia
Costa Rica: Costa Rica
the Dominican Republic: Dominican Republic
Ecuador: Ecuador
Egypt: Egypt
El Salvador: El Salvador
France: France
Germany: Germany, Deutschland
Guatemala: Guatemala
Haiti: Haiti
Honduras: Honduras
India: India
Indonesia: Indonesia
Ireland: Ireland
Israel: Israel
Italy: Italy
Jamaica: Jamaica
Japan: Japan, JP
Korea: Korea, South Korea, KR
Malaysia: Malaysia
the Netherlands: Netherlands, The Netherlands, Holland
New Zealand: New Zealand, NZ
Nicaragua: Nicaragua
Pakistan: Pakistan
Panama: Panama
Peru: Peru
the Philippines: Philippines
Poland: Poland
Portugal: Portugal
Singapore: Singapore
South Africa: South Africa
Spain: Spain, Espana
Sweden: Sweden
Switzerland: Switzerland
Taiwan: Taiwan, TW
Thailand: Thailand
Turkey: Turkey, Turkiye
the United Arab Emirates: UAE, United Arab Emirates, Dubai
Vietnam: Vietnam, VN`;

/** Cities that are much better known than the US places with their name, if there are any. */
const CITIES = `Canada: Abbotsford, Brampton, Burnaby, Calgary, Edmonton, Etobicoke, Fort Erie, Guelph, Kitchener, Laval, Longueuil, Markham, Mississauga, Moncton, Montreal, North York, Ontario, Oshawa, Ottawa, Prince George, Prince Rupert, Quebec City, Regina, Sarnia, Saskatoon, Sudbury, Thunder Bay, Toronto, Vancouver, Vaughan, Winnipeg
Mexico: Altamira, Ciudad Acuna, Ciudad Juarez, Cd Juarez, Ensenada, Guadalajara, Guaymas, Hermosillo, Juarez, Lazaro Cardenas, Leon, Manzanillo, Matamoros, Mazatlan, Merida, Mexicali, Mexico, Mexico City, Monterrey, Nuevo Laredo, Piedras Negras, Queretaro, Ramos Arizpe, Reynosa, Saltillo, San Luis Potosi, Santa Catarina, Silao, Tampico, Tecate, Tijuana, Toluca, Torreon, Veracruz
Australia: Brisbane, Perth, Sydney
Belgium: Antwerp, Zeebrugge
Brazil: Santos, Sao Paulo, Rio de Janeiro
China: Beijing, Dalian, Guangzhou, Hong Kong, Ningbo, Qingdao, Shanghai, Shenzhen, Tianjin, Xiamen, Yantian
Cuba: Havana
Egypt: Cairo
France: Le Havre, Paris
Germany: Berlin, Bremerhaven, Hamburg, Frankfurt, Munich
India: Chennai, Mumbai, Mundra, Nhava Sheva
Italy: Genoa, Milan, La Spezia
Japan: Kobe, Nagoya, Osaka, Tokyo, Yokohama
Korea: Busan, Pusan, Seoul
the Netherlands: Amsterdam, Rotterdam
Portugal: Lisbon, Sines
Russia: Moscow
Singapore: Singapore
Spain: Algeciras, Barcelona, Madrid
Taiwan: Kaohsiung, Taipei
the Dominican Republic: Caucedo, Santo Domingo
the United Arab Emirates: Dubai, Jebel Ali
the United Kingdom: Felixstowe, London
Vietnam: Cai Mep, Haiphong, Ho Chi Minh City`;

const COUNTRIES_OF_CODES: Readonly<Record<string, string>> = {
  CA: 'Canada',
  MX: 'Mexico',
  CN: 'China',
  HK: 'China',
  DE: 'Germany',
  GB: 'the United Kingdom',
  JP: 'Japan',
  KR: 'Korea',
  NL: 'the Netherlands',
  BE: 'Belgium',
  TW: 'Taiwan',
  VN: 'Vietnam',
  SG: 'Singapore',
};

const CANADIAN_POSTAL_CODE = /\b[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i;
const FOREIGN_LOCODE = /^([A-Z]{2}) ?[A-Z2-9]{3}$/;
const MAX_WORDS_OF_A_REGION = 4;

let regions: ReadonlyMap<string, string> | undefined;
let cities: ReadonlyMap<string, string> | undefined;

/** The country of a city that is much better known than the US places with its name: "London", "Toronto". */
export function countryOfCity(name: string): string | undefined {
  cities ??= readTable(CITIES);
  return cities.get(normalizeCity(name));
}

/**
 * The country of a text that is no US place: "Windsor, ON", "Monterrey, Mexico", "M5V 2T6", "CAVAN".
 * @param text at most some hundred characters.
 */
export function foreignCountry(text: string): string | undefined {
  const whole = text.trim();
  if (CANADIAN_POSTAL_CODE.test(whole)) return 'Canada';
  const code = FOREIGN_LOCODE.exec(whole)?.[1];
  if (code !== undefined && Object.hasOwn(COUNTRIES_OF_CODES, code)) return COUNTRIES_OF_CODES[code];
  regions ??= readTable(REGIONS);
  const words = whole.split(/[\s,]+/).filter((word) => word !== '');
  for (let count = Math.min(MAX_WORDS_OF_A_REGION, words.length - 1); count > 0; count--) {
    const country = regions.get(normalizeCity(words.slice(-count).join(' ')));
    if (country === undefined) continue;
    // BC and NL are also states of Mexico.
    return countryOfCity(words.slice(0, -count).join(' ')) === 'Mexico' ? 'Mexico' : country;
  }
  return countryOfCity(whole.split(',', 1)[0] ?? '') ?? regions.get(normalizeCity(whole));
}

const readTable = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table.split('\n').flatMap((line) => {
      const [country = '', names = ''] = line.split(': ');
      return names.split(', ').map((name): [string, string] => [normalizeCity(name), country]);
    }),
  );
