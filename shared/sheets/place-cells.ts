import { readEquipmentType } from '../costs/equipment/read-equipment-type.ts';
import type { PlaceDirectory } from '../geography/places/place.ts';
import { readState } from '../geography/places/us-states.ts';
import { foreignMoney } from './cell-values.ts';
import type { TableRow } from './table.ts';

export const ENDS = ['origin', 'destination'] as const;
export type End = (typeof ENDS)[number];
/** A meaning such as "origin_city" for the other end of the lane. */
export const otherEnd = (name: string): string =>
  name.replace(/^(?:origin|destination)/, (end) => (end === 'origin' ? 'destination' : 'origin'));
export const PARTS = ['city', 'state', 'zip', 'port', 'terminal'] as const;
export type Part = (typeof PARTS)[number];
/** `both_ends`: "Chicago, IL - Dallas, TX" in one cell. `direction`: import or export. */
export type PlaceMeaning = End | `${End}_${Part}` | Part | 'both_ends' | 'direction';

/** Why an amount cannot be used: it is not in US dollars. */
export function currencyFault<Name extends string>(
  row: TableRow<Name | 'currency'>,
  amount: Name,
): { readonly at: Name | 'currency'; readonly fault: string } | undefined {
  const currency = row.text('currency');
  const isForeign = currency !== '' && !/^(?:usd|us ?\$|\$|us dollars?)$/i.test(currency);
  if (!isForeign && foreignMoney(row.header(amount)) === undefined) return undefined;
  return { at: isForeign ? 'currency' : amount, fault: 'is not in US dollars: convert the amounts' };
}

/** An end of a lane as one text, or the cell that cannot be read and what to write. */
export type PlaceCells =
  | {
      readonly text: string;
      readonly warning?: string;
      /** Only the name of a city, where other rows say more: cities of several states are meant by it. */
      readonly isBare?: true;
      /** It stands alone in a column of terminals, ports or ramps: see `terminalMeant`. */
      readonly isOfTerminals?: true;
    }
  | { readonly fault: string; readonly at: PlaceMeaning };

/** States whose ZIP codes begin with a zero (USPS Publication 65). */
const ZERO_STATES: Readonly<Record<string, RegExp>> = {
  CT: /^06/,
  MA: /^0[12]|^055/,
  ME: /^039|^04/,
  NH: /^03/,
  NJ: /^0[78]/,
  NY: /^06390|^005/,
  PR: /^00[679]/,
  RI: /^02[89]/,
  VI: /^008/,
  VT: /^05/,
};

const CANADA =
  /^(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|alberta|british columbia|manitoba|new brunswick|newfoundland.*|nova scotia|ontario|qu[e\u00e9]bec|saskatchewan|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i;
const US_ONLY = 'is outside the United States, which is not covered';

/** UN/LOCODEs of the short names of ports, which elsewhere are states or nothing. */
const PORTS: Readonly<Record<string, string>> = {
  la: 'USLAX',
  lax: 'USLAX',
  lb: 'USLGB',
  lgb: 'USLGB',
  'la/lb': 'USLAX',
  lalb: 'USLAX',
  ny: 'USNYC',
  nynj: 'USNYC',
  'ny/nj': 'USNYC',
  'new york/new jersey': 'USNYC',
  'sea/tac': 'USSEA',
  'seattle/tacoma': 'USSEA',
};

interface ZipRead {
  readonly zip: string;
  readonly fault?: string;
}

/** A ZIP code as spreadsheets leave it: without its zeros, with a decimal point, or with digits lost. */
function readZip(cell: string, state: string): ZipRead {
  const text = cell.replace(/\.0+$/, '').replace(/^'/, '');
  if (CANADA.test(text)) return { zip: '', fault: US_ONLY };
  if (/e\+?\d/i.test(text)) {
    return { zip: '', fault: 'has lost digits: format the column as text, and write five digits' };
  }
  const [, digits = ''] = /^(\d{3,5})(?:-?\d{4})?$/.exec(text) ?? [];
  if (digits === '') return { zip: '', fault: 'is not a ZIP code: write five digits' };
  if (digits.length === 3 && state === '')
    return { zip: '', fault: 'has three digits, which are an area: write five digits, or a city' };
  const zip = digits.padStart(5, '0');
  if (digits.length < 5 && state !== '' && !ZERO_STATES[state]?.test(zip)) {
    return { zip: '', fault: `is not a ZIP code of ${state}: write five digits` };
  }
  return { zip };
}

/** Beside a city, the area of a column such as "3-Zip" adds nothing. */
const isZip3 = (header: string, cell: string): boolean =>
  /\b(?:3|three)\b|zip ?3/i.test(header) && /^\d{1,3}$/.test(cell);

const SHORT_ZIP = /^(.*?),?\s+([A-Z]{2})[\s,]+(\d{4})$/i;

/** A place in one cell, with the zero that its ZIP code lost. */
function withZero(text: string): string {
  const [, city = '', state = '', digits = ''] = SHORT_ZIP.exec(text) ?? [];
  const zip = `0${digits}`;
  if (ZERO_STATES[state.toUpperCase()]?.test(zip)) return `${city}, ${state.toUpperCase()} ${zip}`;
  return /^\d{4}$/.test(text) ? `0${text}` : text;
}

const HAS_REGION = /\d{5}(?:-\d{4})?$|^US[A-Z]{3}$/;
const endsWithState = (text: string): boolean => {
  const words = text.split(/[\s,]+/);
  return words.length > 1 && readState(words.at(-1) ?? '') !== undefined;
};

/** Longer cells are no places, and the expressions would take long for them. */
const MAX_PLACE = 120;

/** A rate of one of these is no rate of the whole city. */
const PORT_SITE = /\b(?:terminal|pier|berth|port|yard|ramp|dock|wharf)s?\b/i;

/** "DC09: Memphis, TN", "Store 12 - Macon, GA" and "XD03 (Brockton, MA)" without the name of the site. */
function withoutSite(cell: string): string {
  const [, site = '', inside, after = inside] =
    /^(?=[^:(-]*\d)([\p{L}\d #]{2,24}?)(?:\s*\(([^()]+)\)|(?:\s*:|\s+-)\s+(.+))$/u.exec(cell) ?? [];
  if (after === undefined || cell.length > MAX_PLACE || PORT_SITE.test(site)) return cell;
  return isWholePlace(after) ? after : cell;
}

/** "Savannah, GA", "TEMPLE TX 76501", "Port of Oakland" and "USSAV". */
export function isWholePlace(text: string): boolean {
  if (text.length > MAX_PLACE) return false;
  // "4100 Bonnie View Rd, Dallas, TX"
  const cell = withoutSite(text).replace(/^\d+ [^,]+,\s*/, '');
  if (/^port of \p{L}|^US ?[A-Z]{3}$/iu.test(cell)) return true;
  const [, name = '', state = ''] =
    /^([\p{L} .'-]+?),?\s+([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?:,?\s+\d{5}(?:-\d{4})?)?$/iu.exec(
      cell.replace(IN_US, '$1'),
    ) ?? [];
  return name !== '' && readState(state) !== undefined;
}

const HYPHEN = /-/;
/** What people write between the two ends of a lane, the clearest first. */
const BETWEEN_ENDS = [
  /\s*(?:[-=]+>|>+|\u2192|\u2794|\u00bb)\s*/u,
  /\s+to\s+/i,
  /\s+[-\u2013\u2014]+\s+/u,
  /\s*[\u2013\u2014|/~]\s*/u,
  HYPHEN,
];

/**
 * The ends of a lane in one cell, with its stops between them; undefined for other texts.
 * @param isLoose whether names without a state are ends too.
 */
export function splitLane(cell: string, isLoose: boolean): readonly string[] | undefined {
  if (cell.length > 2 * MAX_PLACE) return undefined;
  const text = cell.replace(/^(?:lane\s*)?#?\d+\s*[.:)]\s*|^from\s+/i, '');
  const isEnd = (end: string) =>
    isWholePlace(end) || /^\d{5}$/.test(end) || (isLoose && /^[A-Z]{3}$/.test(end));
  const isName = (end: string) => /^\p{L}[\p{L} .'()-]+$/u.test(end);
  // Beside a whole place, "Midwest" is no end.
  const isSite = (end: string) =>
    /^[A-Z]{3,5}$|^\p{L}[\p{L}\d .'-]*(?:\d|\([^()]+\)$)/u.test(end) || FACILITY.test(end);
  for (const separator of BETWEEN_ENDS) {
    const parts = text.split(separator).map((end) => end.trim());
    if (parts.length < 2) continue;
    const areNames = isLoose && (parts.length === 2 || separator !== HYPHEN);
    if (parts.every(isEnd) || (areNames && parts.every(isName))) return parts;
    if (areNames && parts.every((part) => isEnd(part) || isSite(part))) return parts;
    if (separator !== HYPHEN) continue;
    // "Winston-Salem, NC-Atlanta, GA": one of the hyphens is between the ends.
    for (const { index } of text.matchAll(/-/g)) {
      const both = [text.slice(0, index).trim(), text.slice(index + 1).trim()];
      if (both.every(isEnd)) return both;
    }
  }
  return undefined;
}

const CITY_SLASH_STATE = /^(\p{L}[\p{L} .']{2,}?)\s?\/\s?([A-Z]{2})$/u;
const IN_US = /(\b[A-Z]{2}(?: \d{5})?),? (?:USA?|U\.S\.A?\.?|United States)$/i;

const endOf = (lane: string, end: End): string =>
  splitLane(lane, true)?.at(end === 'origin' ? 0 : -1) ?? lane;

/** A port column has names of ports, which without a state are cities too: "Charleston" is not in West Virginia. */
const portText = (port: string, header: string): string =>
  PORTS[port.toLowerCase()] ??
  ((isBareCity(port) || isWholePlace(port)) &&
  !FACILITY.test(port) &&
  !/\b(?:ramps?|rail|terminals?|yards?)\b/i.test(header)
    ? `Port of ${port}`
    : port);

/** Places between the two ends, in a cell that names all of them. */
export const stopsBetween = (row: TableRow<PlaceMeaning>): readonly string[] =>
  splitLane(row.text('both_ends'), true)?.slice(1, -1) ?? [];

/**
 * The end of a lane in a row: one cell, or city, state and ZIP code, or port and terminal. "" if the row names none.
 * @param hasStops whether `stopsBetween` is read too.
 */
export function placeOf(row: TableRow<PlaceMeaning>, end: End, hasStops = false): PlaceCells {
  if (!hasStops && stopsBetween(row).length > 0)
    return { at: 'both_ends', fault: 'names more than two places' };
  const cell = (part: Part) => row.text(`${end}_${part}`);
  const at = (part: Part, fault: string) => ({ at: `${end}_${part}` as const, fault });
  const [whole, city, terminal, port] = [
    row.text(end) || endOf(row.text('both_ends'), end),
    cell('city'),
    cell('terminal'),
    cell('port'),
  ].map((text) =>
    withoutSite(
      text
        .replace(/\s+/g, ' ')
        .replace(IN_US, '$1')
        .replace(CITY_SLASH_STATE, '$1, $2')
        // "Port of Houston (Bayport)" names the terminal.
        .replace(/^(port of [^()]+) \(([^()]{3,})\)$/i, '$2, $1'),
    ),
  ) as [string, string, string, string];
  if (CANADA.test(cell('state'))) return at('state', US_ONLY);
  const state = cell('state') === '' ? '' : readState(cell('state').replace(/\s+/g, ' '));
  if (state === undefined) return at('state', 'is not a state of the United States: write two letters');
  const isPrefix = city !== '' && state !== '' && isZip3(row.header(`${end}_zip`), cell('zip'));
  const { zip, fault } = cell('zip') === '' || isPrefix ? { zip: '' } : readZip(cell('zip'), state);
  const hasAddress = city !== '' && (cell('state') !== '' || cell('zip') !== '' || isWholePlace(city));
  // Next to an address, other texts are names of companies and plants.
  const portOf = /^port of (.+)$/i.exec(whole)?.[1] ?? '';
  if (PORTS[portOf.toLowerCase()]) return { text: PORTS[portOf.toLowerCase()] ?? '' };
  const name = withZero(whole === '' || (hasAddress && !FACILITY.test(whole)) ? city : whole);
  const canDoWithoutZip = name !== '' && (state !== '' || endsWithState(name));
  if (fault !== undefined && (fault === US_ONLY || !canDoWithoutZip)) return at('zip', fault);
  const warning = fault && `${row.header(`${end}_zip`)} "${cell('zip')}" ${fault}; the city was used`;
  const said = (text: string, isOfTerminals = false) => ({
    text,
    ...(isOfTerminals && { isOfTerminals: true as const }),
    ...(warning && { warning }),
    ...(row.stated?.includes(end) && isBareCity(text) && !isOfTerminals && { isBare: true as const }),
  });
  const isComplete = HAS_REGION.test(name) || (zip === '' && endsWithState(name));
  const region = [endsWithState(name) ? '' : state, zip].filter((text) => text !== '').join(' ');
  const address = isComplete
    ? name
    : [name, region].filter((text) => text !== '').join(endsWithState(name) ? ' ' : ', ');
  if (terminal === '' && (address !== '' || port === '')) return said(address);
  const where = port === '' ? address : portText(port, row.header(`${end}_port`));
  // The second name of a terminal: "Pier T (TTI)".
  const names = [terminal.replace(/ \([A-Z]{3,5}\)$/, ''), where].filter((text) => text !== '');
  return said(names.join(', '), address === '' && names.length === 1);
}

/** Texts that name a terminal or port; "Port City Logistics" is a company. */
const FACILITY =
  /\b(?:terminals?|pier|ramp|intermodal|icft|berth)\b|^US[A-Z]{3}$|^(?!.*\b(?:inc|llc|co|corp|company|logistics|freight|foods?|supply|warehouse|distribution|services?)\b).*\b(?:ports?|yard|harbor)\b/i;

/** Whether an end is only the name of a city, as far as the cells show. */
const isBareCity = (text: string): boolean =>
  /^[\p{L} .'-]+$/u.test(text) && !endsWithState(text) && !/^port |^US[A-Z]{3}$/i.test(text);

/** Why the name of a city does not say enough; undefined if only one city has it. */
export function namesakesFault(text: string, places: Pick<PlaceDirectory, 'findCities'>): string | undefined {
  const states = places.findCities(text).map(({ place }) => place.state);
  return states.length < 2
    ? undefined
    : `"${text}" is a city in ${states.sort().slice(0, 10).join(', ')}: add the state`;
}

export const isEquipment = (cell: string): boolean =>
  /[a-z]/i.test(cell) && readEquipmentType(cell) !== undefined;

export const placesOf = (rows: readonly TableRow<never>[], end: End): readonly PlaceCells[] =>
  rows.map((row) => placeOf({ ...row, stated: ENDS }, end));

/** The ends of which most places say more than the name of a city. */
export const statedEnds = (rows: readonly TableRow<never>[]): readonly End[] =>
  ENDS.filter((end) => {
    const places = placesOf(rows, end).filter((place) => 'text' in place && place.text !== '');
    return 2 * places.filter((place) => 'isBare' in place).length < places.length;
  });
