import {
  findAreas,
  findFreightPlaces,
  otherForms,
  withoutAreaWords,
} from '../../geography/places/city-nicknames.ts';
import { bySize } from '../../geography/places/find-cities-by-name.ts';
import { countryOfCity, foreignCountry } from '../../geography/places/foreign-places.ts';
import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import { areaWarnings, readAsText } from '../../geography/places/locate-address.ts';
import { normalizeCity } from '../../geography/places/normalize-city.ts';
import type { Place, PlaceDirectory } from '../../geography/places/place.ts';
import {
  hasStreet,
  MAX_PLACE_TEXT_LENGTH,
  placesAfterStreet,
  readPlaceText,
} from '../../geography/places/read-place-text.ts';
import { misspelledState, readState } from '../../geography/places/us-states.ts';
import { normalizeText } from '../../platform/text/bounded-text.ts';
import {
  cityInPortName,
  type Port,
  type PortCity,
  portByLocode,
  portOfCity,
  portsNamed,
} from '../catalogue/ports.ts';
import { portPlace, type Terminal } from '../catalogue/terminal.ts';
import type { KnownTerminal, TerminalDirectory } from '../search/embedded-terminal-directory.ts';
import {
  findTerminalsByBeginning,
  findTerminalsByDescription,
  findTerminalsByTitle,
  suggestTerminals,
} from './find-terminals-by-text.ts';
import { ambiguous, resolveReading } from './resolve-reading.ts';
import type { ResolvedPlace } from './resolved-place.ts';

export interface PlaceSources {
  readonly places: PlaceDirectory;
  readonly terminals: TerminalDirectory;
}

const PORT_OF = /^(?:the )?(?:port|pt|prt)\.? of /i;
const MAX_SUGGESTIONS = 3;
/** Similar cities among which those of a state are looked for. */
const MAX_SIMILAR = 10;

const textOf = ({ city, state }: Place): string => `${city}, ${state}`;

/**
 * Resolves a free text to a place or terminal. The first match counts, in this order:
 * 1. the exact current or former name of a terminal;
 * 2. an airport code or UN/LOCODE;
 * 3. the city of a street address with a house number;
 * 4. a city, ZIP code or both, with or without a state;
 * 5. a terminal name in another spelling, an alias or a code;
 * 6. a port, or the city of "Port of ..."; the title of a terminal, then its port or city;
 * 7. the city of several ramps; a terminal described by its place and general words; the beginning of one terminal's name; the
 *    ramps of a railroad in a city;
 * 8. a metropolitan area by its city;
 * 9. an abbreviation or misspelling of a city's name, with its state;
 * 10. two neighboring cities;
 * 11. a misspelled state;
 * 12. the city after the name of a facility.
 * Several equally good matches are returned as candidates.
 * @param text any text; unknown if it has more than 200 characters.
 */
export function resolvePlace(sources: PlaceSources, text: string): ResolvedPlace {
  const name = text.trim();
  if (name === '') return unknown();
  if (name.length > MAX_PLACE_TEXT_LENGTH)
    return unknown(`A place has at most ${MAX_PLACE_TEXT_LENGTH} characters.`);
  const terminal = sources.terminals.byName(name);
  if (terminal) return foundTerminal(terminal);
  const plain = plainText(name);
  return (
    resolveAirportCode(sources, plain) ??
    resolveLocode(sources, plain) ??
    resolveStreetAddress(sources.places, plain) ??
    (findAreas(plain).length > 0 ? resolvePort(sources.places, plain) : undefined) ??
    resolveText(sources.places, plain) ??
    resolveTitle(sources, plain) ??
    resolveTitleAtPort(sources, plain) ??
    resolveRamps(sources, plain) ??
    resolveDescription(sources, plain) ??
    resolveBeginning(sources, plain) ??
    resolveRailroad(sources, plain) ??
    resolveArea(sources.places, plain) ??
    resolveSimilar(sources.places, plain) ??
    resolveNeighbors(sources.places, plain) ??
    resolveMisspelledState(sources.places, plain) ??
    resolveAfterFacility(sources.places, plain) ??
    explainUnknown(sources, plain)
  );
}

const pointOf = ({ form, place }: Extract<ResolvedPlace, { kind: 'place' }>): string =>
  `${form === 'zip' ? `ZIP code ${place.zip}` : `the center of ${textOf(place)}`} is used.`;

const INVISIBLE = /\p{Cf}+/gu;
const PICTURES = /(?:\p{Extended_Pictographic}|\p{RI}|\ufe0f)+/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** With one blank for many, so that no pattern has to try them. */
const collapsed = (text: string): string => text.replace(/\s\s+/g, ' ');

/** A text without emoji and invisible characters, and with ordinary digits and letters for full-width ones. */
function plainText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return collapsed(text);
  const visible = text.replace(INVISIBLE, '').replace(PICTURES, ' ');
  return collapsed((normalizeText(visible, 'NFKC', MAX_PLACE_TEXT_LENGTH) ?? '').trim());
}

const unknown = (reason = '', suggestions: readonly string[] = []): ResolvedPlace => ({
  kind: 'unknown',
  reason,
  suggestions,
});

const PLACEHOLDER =
  /^(?:t\.?b\.?[acd]\.?|n\/?a|none|null|nil|unknown|various|multiple|several|any(?:where)?|all|same|ditto|see \S.*|(?:same|as) \S.*|to be \S.*|pending|[^\p{L}\p{N}]*)$/iu;
/** Everything that coordinates consist of. */
const PARTS_OF_COORDINATES =
  /(?<![a-z])(?:geo|lat(?:itude)?|lng|lon(?:g(?:itude)?)?|[nsew])(?![a-z])|[\d\s.,;:=+\u00b0\u00ba'"\u2018-\u201d\u2032\u2033-]/gi;
const TWO_NUMBERS = /\d[.\u00b0\u00ba].*[^\d.]\d/;
const PART_OF_ZIP = /^\d{3}(?:xx|\*\*?)$/i;
const PLUS_CODE = /(?:^|\s)[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{0,3}(?=$|[\s,])/i;
const TERMINAL_WORDS =
  /\b(?:terminals?|pier|berth|ramp|yard|intermodal|rail|inland|marine|container|cfs|bnsf|csx|ns|up|cn|cpkc|kcs)\b/i;

function explainUnknown({ places, terminals }: PlaceSources, text: string): ResolvedPlace {
  const shown = text.length > 60 ? `${text.slice(0, 60).trimEnd()}...` : text;
  const named = readPlaceText(text)[0];
  if (PLACEHOLDER.test(text) || (named?.state !== undefined && PLACEHOLDER.test(named.city || 'x')))
    return unknown('It does not name a place.');
  if (PART_OF_ZIP.test(text)) return unknown('A ZIP code has five digits.');
  if (TWO_NUMBERS.test(text) && text.replace(PARTS_OF_COORDINATES, '') === '')
    return unknown('Coordinates are not read. Send a city with its state, or a ZIP code.');
  const state = readState(text);
  if (state !== undefined) {
    const namesakes = bySize(places.findCities(text)).slice(0, MAX_SUGGESTIONS);
    const towns = namesakes.map(({ place }) => textOf(place));
    return unknown(`"${shown}" is a state. Add a city or ZIP code.`, towns);
  }
  const country = foreignCountry(text);
  if (country !== undefined) {
    const inUs = places.suggest(text.split(',', 1)[0] ?? '', MAX_SUGGESTIONS);
    return unknown(`"${shown}" is in ${country}; only places in the US are covered.`, inUs);
  }
  const reason = PLUS_CODE.test(text) ? 'Plus Codes are not read.' : '';
  const cities = suggestCities(places, text, named?.state);
  if (cities.length > 0 && !TERMINAL_WORDS.test(text)) return unknown(reason, cities);
  const similar = suggestTerminals(terminals, text, MAX_SUGGESTIONS);
  return unknown(reason, [...similar, ...cities].slice(0, MAX_SUGGESTIONS));
}

/** Names of similar cities: of the given state, if it has any. */
function suggestCities(places: PlaceDirectory, text: string, state: string | undefined): readonly string[] {
  const similar = places.suggest(text, MAX_SIMILAR);
  const inState = similar.filter((name) => state !== undefined && name.endsWith(`, ${state}`));
  return (inState.length > 0 ? inState : similar).slice(0, MAX_SUGGESTIONS);
}

/** "Barbours Cut, Port of Houston": without these words, which name other terminals of the port as well. */
const AT_PORT = /,\s*(?:the )?(?:port|pt|prt)\.? of /i;
/** "UP ICTF Carson", "LBCT, Los Angeles": a town beside the one where the terminal is. */
const MAX_NEIGHBOR_TOWN_MILES = 22;
const ALTERNATIVES = /\s*\/\s*|\s+(?:or|and|&)\s+/i;

/**
 * A terminal by parts of its name, its place and general words ("Rickenbacker Intermodal", "Seagirt, MD"). Two places in
 * one text describe no terminal.
 */
function resolveDescription({ places, terminals }: PlaceSources, text: string): ResolvedPlace | undefined {
  const isNear = (terminal: Terminal, words: string) => {
    const locode = resolveLocode({ places, terminals }, words);
    const near = [...(locode?.kind === 'place' ? [locode] : []), ...places.findCities(words)];
    return near.some(({ place }) => greatCircleMiles(terminal, place) <= MAX_NEIGHBOR_TOWN_MILES);
  };
  const found = findTerminalsByDescription(terminals, text.replace(AT_PORT, ' '), isNear);
  const parts = text.split(ALTERNATIVES);
  const isTitle = (part: string) => findTerminalsByTitle(terminals, part).some((one) => found.includes(one));
  const isPlaces = parts.length > 1 && parts.every((part) => resolveText(places, part) !== undefined);
  return isPlaces && !parts.some(isTitle) ? undefined : ofTerminals(found);
}

/** Whether a terminal or its port is in a city. */
const isAt = (terminal: Terminal, city: PortCity): boolean =>
  [terminal, portPlace(terminal)].some((own) => own !== undefined && cityKey(own) === cityKey(city));

const cityKey = ({ city, state }: PortCity): string => `${normalizeCity(city)} ${state}`;

const RAMPS = /\s(?:rail ?)?(?:ramps?|yards?)$/i;

/** "Memphis ramp": the city, if it has several and no port whose terminals it would mean. */
function resolveRamps({ places, terminals }: PlaceSources, text: string): ResolvedPlace | undefined {
  const name = text.replace(RAMPS, '');
  const resolved = name === text ? undefined : resolveText(places, name);
  if (resolved?.kind !== 'place' || portOfCity(resolved.place.city, resolved.place.state)) return undefined;
  const ramps = terminals
    .open()
    .filter((terminal) => terminal.type !== 'marine' && isAt(terminal, resolved.place));
  if (ramps.length < 2) return undefined;
  const named = `"${text}" can be ${ramps.map((terminal) => terminal.name).join(', ')}.`;
  return { ...resolved, warnings: [named, ...resolved.warnings] };
}

/** "Barbours", "UP Salt Lake": the beginning of the name of exactly one terminal. */
function resolveBeginning({ terminals }: PlaceSources, text: string): ResolvedPlace | undefined {
  const [known, ...others] = findTerminalsByBeginning(terminals, text);
  if (known === undefined || others.length > 0) return undefined;
  const { name, city, state } = known.terminal;
  const warning = `"${text}" is read as the terminal ${name} in ${city}, ${state}.`;
  return { kind: 'terminal', terminal: known.terminal, warnings: [warning, ...known.warnings] };
}

const RAILROAD = /^(bnsf|cn|cpkc|csx|fec|ns|up) +(\S.*)$/i;

/** "BNSF Kansas City": the ramps of a railroad in or for a city. */
function resolveRailroad({ places, terminals }: PlaceSources, text: string): ResolvedPlace | undefined {
  const [, railroad = '', city = ''] = RAILROAD.exec(text) ?? [];
  const resolved = city === '' ? undefined : resolveText(places, city);
  if (resolved?.kind !== 'place') return undefined;
  const own = terminals
    .open()
    .filter((terminal) => terminal.name.toUpperCase().startsWith(`${railroad.toUpperCase()} `))
    .filter((terminal) => isAt(terminal, resolved.place));
  return ofTerminals(own.flatMap(({ name }) => terminals.byName(name) ?? []));
}

/**
 * An airport code ("ORD") is ambiguous in small letters if a town has the same name (Ord, Nebraska). A terminal title and a freight place
 * ("NYC") take precedence.
 */
function resolveAirportCode(sources: PlaceSources, text: string): ResolvedPlace | undefined {
  const { places } = sources;
  const city = places.findAirport(text);
  if (city === undefined || findFreightPlaces(text).length > 0) return undefined;
  const title = resolveTitle(sources, text);
  if (title) return title;
  const served = places.locate(city);
  const namesakes = text === text.toUpperCase() ? [] : bySize(places.findCities(text));
  const candidates = [...(served.found ? [served.place] : []), ...namesakes.map(({ place }) => place)];
  const [place] = candidates;
  if (place === undefined) return undefined;
  if (candidates.some((other) => textOf(other) !== textOf(place))) return ambiguous(candidates);
  const warning = `"${text}" is read as the code of ${textOf(place)}.`;
  return { kind: 'place', form: 'city', place, warnings: [warning] };
}

function resolveLocode({ places, terminals }: PlaceSources, text: string): ResolvedPlace | undefined {
  const address = places.findLocode(text);
  const result = address && places.locate(address);
  if (address === undefined || !result?.found) return undefined;
  const { place } = result;
  const { airport } = address;
  const code = `"${text}" is the UN/LOCODE of ${textOf(place)}`;
  const hasTerminals = () =>
    portByLocode(text) !== undefined || terminals.open().some((terminal) => isAt(terminal, place));
  // One wrong letter of a port's code is often the code of a small town.
  const warnings = airport
    ? [`${code}; the airport ${text.slice(-3).toUpperCase()} is in ${airport.city}, ${airport.state}.`]
    : hasTerminals()
      ? []
      : [`${code}, where the catalogue has no port and no terminal.`];
  return { kind: 'place', form: 'locode', place, warnings };
}

function resolveText(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  // "West Texas" is no town West in Texas.
  const readings = findAreas(text).length > 0 ? [{ city: text }] : readPlaceText(text);
  for (const reading of readings) {
    const resolved = resolveReading(places, reading);
    if (resolved) return resolved;
  }
  return undefined;
}

/** "Lub, TX", "Tuscon, AZ": an abbreviation or misspelling of a city's name, with its state. */
function resolveSimilar(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  const { city = '', state, zip } = readPlaceText(text)[0] ?? {};
  if (state === undefined || zip !== undefined || PLACEHOLDER.test(city)) return undefined;
  const place = places.findSimilar(city, state);
  return place && readAs(text, place);
}

const readAs = (text: string, place: Place): ResolvedPlace => ({
  kind: 'place',
  form: 'city',
  place,
  warnings: [readAsText(text, place)],
});

/** Cities named together are one market up to this distance: Dallas and Fort Worth are 31 miles apart. */
const MAX_NEIGHBOR_MILES = 40;
const JOINT = /\s*[/\u2013-]\s*/g;
/** No name of two cities has more. */
const MAX_JOINTS = 4;

/** "Raleigh-Durham, NC", "Norfolk / Va Beach": the first of two neighboring cities. */
function resolveNeighbors(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  const { city = '', state, zip } = readPlaceText(text)[0] ?? {};
  if (zip !== undefined) return undefined;
  const cityNamed = (name: string) =>
    [name, ...otherForms(name)]
      .map((form) => places.findCities(form).filter(({ place }) => (state ?? place.state) === place.state))
      .flatMap((cities) => bySize(cities)[0]?.place ?? [])[0];
  for (const joint of [...city.matchAll(JOINT)].slice(0, MAX_JOINTS)) {
    const first = cityNamed(city.slice(0, joint.index));
    const second = cityNamed(city.slice(joint.index + joint[0].length));
    if (!first || !second || greatCircleMiles(first, second) > MAX_NEIGHBOR_MILES) continue;
    const [used, other] = [textOf(first), textOf(second)];
    const warnings = [`"${text}" names ${used} and ${other}; ${used} is used.`];
    return { kind: 'place', form: 'city', place: first, warnings };
  }
  return undefined;
}

/** "Chicago area", "Atlanta metro, GA", "greater Boston": the city that a metropolitan area is named for. */
function resolveArea(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  const name = withoutAreaWords(text);
  if (name === text) return undefined;
  const resolved = resolveText(places, name);
  if (resolved === undefined) return resolveNeighbors(places, name);
  return resolved.kind === 'place'
    ? { ...resolved, warnings: [readAsText(text, resolved.place), ...resolved.warnings] }
    : resolved;
}

const LAST_WORDS = [/,\s*([^,]+)$/, /\s(\S+)$/];

/** "Jacksonville, Flordia" */
function resolveMisspelledState(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  for (const last of LAST_WORDS) {
    const [ending = '', name = ''] = last.exec(text) ?? [];
    const state = misspelledState(name);
    const city = text.slice(0, text.length - ending.length);
    const located = state === undefined ? undefined : places.locate({ city, state });
    if (located?.found) return readAs(text, located.place);
  }
  return undefined;
}

const BEFORE_COMMA = /^([^,]+),\s*(.+)$/;

/** "Amazon ONT8, Moreno Valley CA": the city or ZIP code after a name that is no place and no terminal. */
function resolveAfterFacility(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  const [, name = '', rest = ''] = BEFORE_COMMA.exec(text) ?? [];
  const { city = '', state, zip } = readPlaceText(rest)[0] ?? {};
  // "Barrie, Ontario, CA" is in Canada.
  const isAddress = city !== '' && (state ?? zip) !== undefined && countryOfCity(city) === undefined;
  if (!isAddress || TERMINAL_WORDS.test(name) || PLACEHOLDER.test(name)) return undefined;
  if (resolveText(places, name) !== undefined || foreignCountry(name) !== undefined) return undefined;
  const resolved = resolveText(places, rest);
  if (resolved?.kind !== 'place') return undefined;
  return { ...resolved, warnings: [`"${name}" is not known; ${pointOf(resolved)}`, ...resolved.warnings] };
}

/** A title of exactly one terminal resolves to it; the name of a port resolves to its city. */
function resolveTitle({ places, terminals }: PlaceSources, name: string): ResolvedPlace | undefined {
  const called = findTerminalsByTitle(terminals, name);
  if (called.length === 1) return ofTerminals(called);
  const port =
    resolvePort(places, name) ??
    (PORT_OF.test(name) ? resolveText(places, name.replace(PORT_OF, '')) : undefined);
  return port ?? ofTerminals(called);
}

/**
 * "Yard Center, Chicago", "PRT, Port of San Juan", "Port of Houston Barbours Cut": a title and the port or a city of its only
 * terminal. "Port of Houston, Houston" is the port.
 */
function resolveTitleAtPort({ places, terminals }: PlaceSources, text: string): ResolvedPlace | undefined {
  const [, title = '', rest = ''] = BEFORE_COMMA.exec(text) ?? afterPort(text);
  const called = findTerminalsByTitle(terminals, title);
  if (called.length === 0) return undefined;
  const locodes = [portByLocode(rest), ...portsNamed(rest)].map((port) => port?.locode);
  const cities = [...places.findCities(rest), ...places.findCities(readPlaceText(rest)[0]?.city ?? '')];
  const own = called.filter(
    ({ terminal }) => locodes.includes(terminal.port) || cities.some(({ place }) => isAt(terminal, place)),
  );
  if (own.length === 1) return ofTerminals(own);
  return own.length > 1 ? resolvePort(places, title) : undefined;
}

/** The words after the name of a port, and the name. */
function afterPort(text: string): readonly string[] {
  const words = PORT_OF.test(text) ? text.split(' ') : [];
  const ends = words.map((_, at) => at + 1);
  const end = ends.findLast((at) => portsNamed(words.slice(0, at).join(' ')).length > 0);
  return end === undefined ? [] : [text, words.slice(end).join(' '), words.slice(0, end).join(' ')];
}

/** The place at the end of a street address, whose first number is a house number and no ZIP code. */
function resolveStreetAddress(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  const resolved = placesAfterStreet(text).map((rest) => ({ rest, place: resolveText(places, rest) }));
  const isClear = ({ place }: (typeof resolved)[number]) =>
    place?.kind === 'place' && place.contradiction === undefined;
  const { rest, place } = resolved.find(isClear) ?? resolved.find((one) => one.place?.kind === 'place') ?? {};
  if (rest === undefined || place?.kind !== 'place') return undefined;
  // "60638 Bedford Park, Chicago, IL" begins with the ZIP code of a place in Illinois.
  const first = hasStreet(text) ? undefined : resolveText(places, text.split(/\s/, 1)[0] ?? '');
  if (first?.kind === 'place' && first.form === 'zip' && first.place.state === place.place.state)
    return first;
  const street = text.slice(0, text.lastIndexOf(rest)).replace(/[\s,]+$/, '') || text;
  const warning = `"${street}" is read as a street address; ${pointOf(place)}`;
  return { ...place, warnings: [warning, ...place.warnings] };
}

/** The only terminal, or several as candidates. */
function ofTerminals([known, ...others]: readonly KnownTerminal[]): ResolvedPlace | undefined {
  if (known === undefined) return undefined;
  if (others.length === 0) return foundTerminal(known);
  const candidates = [known, ...others].map(({ terminal: { name, state, zip } }) => ({ name, state, zip }));
  return { kind: 'ambiguous', candidates };
}

function foundTerminal({ terminal, warnings }: KnownTerminal): ResolvedPlace {
  return { kind: 'terminal', terminal, warnings };
}

const PORT_ABBREVIATION = /^(?:pt|prt)\.? (?=\S)/i;

/** Ports farther apart are not a group: they only share a name ("Port of Wilmington"). */
const MAX_GROUP_MILES = 60;

/**
 * Resolves the code or name of container ports: "USLAX", "Port of LA", "LA/LB", "Port of Savannah, GA". The place is that
 * of the port with the largest throughput.
 * @returns candidates for ports that only share a name; undefined if the text names no port.
 */
export function resolvePort(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  const name = text.trim();
  const byLocode = portByLocode(name);
  const named = [name, name.replace(PORT_ABBREVIATION, 'Port ')]
    .map(portsNamed)
    .find((some) => some.length > 0);
  const ports = byLocode ? [byLocode] : (named ?? []);
  const located = ports.flatMap((port) => {
    const place = placeOf(port, name, places);
    return place ? [{ port, place }] : [];
  });
  const [largest] = located.toSorted((one, other) => other.port.teu - one.port.teu);
  if (largest === undefined) return undefined;
  const areApart = located.some((other) => greatCircleMiles(largest.place, other.place) > MAX_GROUP_MILES);
  if (areApart) return ambiguous(located.map(({ place }) => place));
  const { place } = largest;
  const several = `"${name}" names ${ports.map((port) => port.name).join(' and ')}.`;
  const warnings = ports.length > 1 ? [several] : areaWarnings(name, place);
  return { kind: 'place', form: 'city', place, ports, warnings };
}

/** The place of a port by the name that the caller used: USEWR and "Port of Newark" are in Newark, not in New York. */
function placeOf(port: Port, name: string, places: PlaceDirectory): Place | undefined {
  for (const city of [places.findLocode(name) ?? cityInPortName(port, name), port.cities[0]]) {
    const found = city && places.locate(city);
    if (found?.found) return found.place;
  }
  return undefined;
}
