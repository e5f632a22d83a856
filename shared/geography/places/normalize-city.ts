import { normalizeText } from '../../platform/text/bounded-text.ts';

/**
 * Long forms of common abbreviations in city names (USPS Publication 28, appendix C, and others). City keys contain the
 * long form.
 */
export const LONG_FORMS: Readonly<Record<string, string>> = {
  bch: 'beach',
  bnd: 'bend',
  brk: 'brook',
  centre: 'center',
  cntr: 'center',
  crk: 'creek',
  ctr: 'center',
  cty: 'city',
  cyn: 'canyon',
  fls: 'falls',
  frk: 'fork',
  ft: 'fort',
  gdn: 'garden',
  gdns: 'gardens',
  grn: 'green',
  grv: 'grove',
  harbour: 'harbor',
  hbr: 'harbor',
  hgts: 'heights',
  hls: 'hills',
  hts: 'heights',
  hvn: 'haven',
  is: 'island',
  isl: 'island',
  jct: 'junction',
  jctn: 'junction',
  knls: 'knolls',
  lk: 'lake',
  lks: 'lakes',
  lndg: 'landing',
  mdws: 'meadows',
  mls: 'mills',
  mt: 'mount',
  mtn: 'mountain',
  mtns: 'mountains',
  pk: 'park',
  plns: 'plains',
  prk: 'park',
  prt: 'port',
  pt: 'point',
  rdg: 'ridge',
  riv: 'river',
  rpds: 'rapids',
  rvr: 'river',
  shrs: 'shores',
  snd: 'sound',
  spg: 'spring',
  spgs: 'springs',
  spngs: 'springs',
  sprgs: 'springs',
  sprngs: 'springs',
  sta: 'station',
  st: 'saint',
  ste: 'sainte',
  stn: 'station',
  trce: 'trace',
  twnshp: 'township',
  twp: 'township',
  vlg: 'village',
  vlly: 'valley',
  vly: 'valley',
  vw: 'view',
  wls: 'wells',
  xing: 'crossing',
};

/** Compass letters are expanded only at the start: "S San Francisco", but not "Winston S". */
export const LEADING_DIRECTIONS: Readonly<Record<string, string>> = {
  n: 'north',
  no: 'north',
  s: 'south',
  so: 'south',
  e: 'east',
  w: 'west',
};

/** Combining accents, apostrophes of every kind (straight, typographic, okina, prime) and the backquote. */
const DROPPED = /[\u0300-\u036f'`\u00b4\u02bb\u02bc\u2018\u2019\u201b\u2032\uff07]/gu;

const BEYOND_ASCII = /[^\0-\x7f]/;

/** No name of a city or port has more characters or words; a longer text has no key. */
const MAX_NAME_LENGTH = 400;
const MAX_WORDS = 16;

/**
 * The key that all spellings of a city share. It ignores case, accents, apostrophes, punctuation and spaces, and expands
 * abbreviations ("St. Louis" = "Saint Louis", "O'Fallon" = "O Fallon", "LaGrange" = "La Grange").
 * @param city a city's name in any spelling.
 * @returns only lower-case ASCII letters and digits; "" if the name has none, or is too long.
 */
export function normalizeCity(city: string): string {
  return keyOf(wordsOf(city));
}

/**
 * The keys with which the key of a city can start if its name starts with a text. The last word can be complete or not:
 * "st" starts the keys of "Saint Louis" and of "Stockton".
 * @returns one or two keys, the complete one first; [] if the text has no letter or digit.
 */
export function cityKeyPrefixes(text: string): readonly string[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const before = words.slice(0, -1);
  const incomplete = `${keyOf([...before, ''])}${words.at(-1)}`;
  return [...new Set([keyOf(words), incomplete])];
}

function wordsOf(name: string): readonly string[] {
  if (name.length > MAX_NAME_LENGTH) return [];
  // Most names are ASCII and do not need normalization, which is slow.
  const decomposed = BEYOND_ASCII.test(name) ? (normalizeText(name, 'NFKD', MAX_NAME_LENGTH) ?? '') : name;
  const words = decomposed
    .replace(DROPPED, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
  return words.length > MAX_WORDS ? [] : words;
}

const keyOf = (words: readonly string[]): string =>
  words.map((word, position) => longForm(word, position === 0 && words.length > 1)).join('');

function longForm(word: string, leads: boolean): string {
  const table = leads && Object.hasOwn(LEADING_DIRECTIONS, word) ? LEADING_DIRECTIONS : LONG_FORMS;
  return Object.hasOwn(table, word) ? (table[word] ?? word) : word;
}

/**
 * A city name with only the characters that the rates API accepts in destinationCity: letters, spaces, hyphens and
 * apostrophes ("St. Louis" becomes "St Louis"). The result identifies the same city.
 */
export function plainCityName(name: string): string {
  return name
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}'\u2019-]+/gu, ' ')
    .trim();
}
