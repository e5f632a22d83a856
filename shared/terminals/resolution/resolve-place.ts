import { airportCity } from '../../geography/places/airport-codes.ts';
import { bySize } from '../../geography/places/dominant-city.ts';
import { findFreightPlaces } from '../../geography/places/freight-places.ts';
import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Place, PlaceDirectory } from '../../geography/places/place.ts';
import { MAX_PLACE_TEXT_LENGTH, readPlaceText } from '../../geography/places/read-place-text.ts';
import { findLocode } from '../../geography/places/us-locodes.ts';
import type { KnownTerminal, TerminalDirectory } from '../search/terminal-directory.ts';
import { findTerminalsByDescription, findTerminalsByTitle } from './find-terminals-by-text.ts';
import { ambiguous, resolveReading } from './resolve-reading.ts';
import type { ResolvedPlace } from './resolved-place.ts';

export interface PlaceSources {
  readonly places: PlaceDirectory;
  readonly terminals: TerminalDirectory;
}

const UNKNOWN: ResolvedPlace = { kind: 'unknown' };
const PORT_OF = /^(?:the )?port of /i;

/**
 * Resolves a free text to a place or terminal. The first match counts, in this order:
 * 1. the exact current or former name of a terminal;
 * 2. an airport code (candidates) or UN/LOCODE;
 * 3. a city, ZIP code or both, with or without a state;
 * 4. a terminal name in another spelling, or an alias;
 * 5. the city of "Port of ...";
 * 6. a terminal and its port, city or UN/LOCODE, separated by a comma.
 * Several equally good matches are returned as candidates.
 * @param text any text; unknown if it has more than 200 characters.
 */
export function resolvePlace(sources: PlaceSources, text: string): ResolvedPlace {
  const name = text.trim();
  if (name === '' || name.length > MAX_PLACE_TEXT_LENGTH) return UNKNOWN;
  const terminal = sources.terminals.byName(name);
  if (terminal) return foundTerminal(terminal);
  const code = resolveAirportCode(sources, name);
  if (code) return code;
  const place = resolveLocode(sources.places, name) ?? resolveText(sources.places, name);
  return place ?? resolveTitle(sources, name) ?? resolveTerminalOfPort(sources, name) ?? UNKNOWN;
}

/** A terminal is at most this far from the place by which its port is named. */
const MAX_PORT_MILES = 45;
const TERMINAL_AND_PORT = /^([^,]+),\s*(.+)$/;

/** "Pier 400, USLAX": the terminal with this name at the port. */
function resolveTerminalOfPort(sources: PlaceSources, text: string): ResolvedPlace | undefined {
  const { places, terminals } = sources;
  const [, name = '', port = ''] = TERMINAL_AND_PORT.exec(text) ?? [];
  if (name === '') return undefined;
  const city = port.replace(PORT_OF, '');
  const place = resolveLocode(places, port) ?? resolveText(places, city);
  const near = ({ terminal }: KnownTerminal) =>
    place?.kind === 'place' && greatCircleMiles(terminal, place.place) <= MAX_PORT_MILES;
  const tries = [
    () => findTerminalsByTitle(terminals, name).filter(near),
    () => findTerminalsByDescription(terminals, name).filter(near),
    () => findTerminalsByDescription(terminals, `${name} ${city}`),
  ];
  for (const find of tries) {
    const [first, ...others] = find();
    if (first !== undefined) return others.length === 0 ? foundTerminal(first) : undefined;
  }
  return undefined;
}

/**
 * An airport code ("ORD") is ambiguous: the airport's city, or a town with that name (Ord, Nebraska). A terminal title
 * and a freight place ("NYC") take precedence.
 */
function resolveAirportCode(sources: PlaceSources, text: string): ResolvedPlace | undefined {
  const { places } = sources;
  const city = airportCity(text);
  if (city === undefined || findFreightPlaces(text).length > 0) return undefined;
  const title = resolveTitle(sources, text);
  if (title) return title;
  const served = places.locate(city);
  const candidates: Place[] = [
    ...(served.found ? [served.place] : []),
    ...bySize(places.findCities(text)).map(({ place }) => place),
  ];
  return ambiguous(candidates);
}

function resolveLocode(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  const address = findLocode(text);
  const result = address && places.locate(address);
  return result?.found ? { kind: 'place', form: 'locode', place: result.place, warnings: [] } : undefined;
}

function resolveText(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  for (const reading of readPlaceText(text)) {
    const resolved = resolveReading(places, reading);
    if (resolved) return resolved;
  }
  return undefined;
}

/** A title of exactly one terminal resolves to it; the name of a port resolves to its city. */
function resolveTitle({ places, terminals }: PlaceSources, name: string): ResolvedPlace | undefined {
  const called = findTerminalsByTitle(terminals, name);
  const [only] = called;
  if (only && called.length === 1) return foundTerminal(only);
  const port = PORT_OF.test(name) ? resolveText(places, name.replace(PORT_OF, '')) : undefined;
  if (port) return port;
  if (called.length === 0) return undefined;
  const candidates = called.map(({ terminal: { name, state, zip } }) => ({ name, state, zip }));
  return { kind: 'ambiguous', candidates };
}

function foundTerminal({ terminal, warnings }: KnownTerminal): ResolvedPlace {
  return { kind: 'terminal', terminal, warnings };
}
