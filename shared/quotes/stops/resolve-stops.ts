import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import { normalizeCity } from '../../geography/places/normalize-city.ts';
import type { PlaceDirectory } from '../../geography/places/place.ts';
import { readPlaceText } from '../../geography/places/read-place-text.ts';
import { findLocode } from '../../geography/places/us-locodes.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import type { Port } from '../../terminals/catalogue/port.ts';
import { cityInPortName, portByLocode, portsNamed } from '../../terminals/catalogue/ports.ts';
import type { Terminal } from '../../terminals/catalogue/terminal.ts';
import {
  findTerminalsByDescription,
  findTerminalsByTitle,
} from '../../terminals/resolution/find-terminals-by-text.ts';
import { type PlaceSources, resolvePlace } from '../../terminals/resolution/resolve-place.ts';
import { ambiguous } from '../../terminals/resolution/resolve-reading.ts';
import type { ResolvedPlace } from '../../terminals/resolution/resolved-place.ts';
import { locationAmbiguous, locationNotFound, type StopName } from '../request/quote-rejections.ts';
import { type RequestedStop, stopOf } from './quote-stop.ts';

/** The result of resolving one stop; undefined if the request has no valid text for it. */
type ResolvedStop =
  | { readonly requested: RequestedStop; readonly warnings: readonly string[] }
  | { readonly rejection: Rejection }
  | undefined;

/** The resolved stops of a request; undefined if a stop was not found. */
export interface ResolvedStops {
  readonly origin: RequestedStop | undefined;
  readonly destination: RequestedStop | undefined;
  /** Error of the first stop that is unknown or ambiguous; its details list the errors of both stops. */
  readonly rejection: Rejection | undefined;
  readonly warnings: readonly string[];
}

interface StopTexts {
  readonly origin: string | undefined;
  readonly destination: string | undefined;
}

/**
 * Resolves both stops of a lane from the texts of the request.
 * @param ofContainer whether a name shared by a terminal and a town means the terminal ("Conley", "Seagirt").
 */
export function resolveStops(sources: PlaceSources, texts: StopTexts, ofContainer: boolean): ResolvedStops {
  const origin = resolveStop(sources, 'origin', texts.origin, ofContainer);
  const destination = resolveStop(sources, 'destination', texts.destination, ofContainer);
  return {
    origin: requestedIn(origin),
    destination: requestedIn(destination),
    rejection: firstOf(rejectionIn(origin), rejectionIn(destination)),
    warnings: [origin, destination].flatMap((resolved) =>
      resolved && 'requested' in resolved ? resolved.warnings : [],
    ),
  };
}

function resolveStop(
  sources: PlaceSources,
  field: StopName,
  text: string | undefined,
  ofContainer: boolean,
): ResolvedStop {
  if (text === undefined) return undefined;
  const name = text.trim();
  const exact = sources.terminals.byName(name) !== undefined;
  const ports = exact ? [] : portsOf(name);
  const located = ports.map((port) => ({ port, resolved: placeOf(port, name, sources.places) }));
  const ofPorts = areApart(located)
    ? ambiguous(located.map(({ resolved }) => resolved?.place))
    : located.toSorted((one, other) => other.port.teu - one.port.teu)[0]?.resolved;
  const resolved = ofPorts ?? resolveText(sources, text, ofContainer);
  if (resolved.kind === 'unknown') return { rejection: locationNotFound(field, text) };
  if (resolved.kind === 'ambiguous') {
    return { rejection: locationAmbiguous(field, text, resolved.candidates) };
  }
  return {
    requested: {
      stop: stopOf(resolved),
      terminal: resolved.kind === 'terminal' ? resolved.terminal : undefined,
      ports: ofPorts ? ports : [],
      byLocode: resolved.kind === 'place' && resolved.form === 'locode',
    },
    warnings: resolved.warnings,
  };
}

function resolveText(sources: PlaceSources, text: string, ofContainer: boolean): ResolvedPlace {
  const resolved = (ofContainer ? resolveContainerPlace : resolvePlace)(sources, text);
  return resolved.kind === 'unknown' ? resolveDescription(sources, text) : resolved;
}

/** Resolves a terminal by parts of its name, its place and general words ("Rickenbacker Intermodal", "Seagirt, MD"). */
function resolveDescription({ terminals }: PlaceSources, text: string): ResolvedPlace {
  const [known, ...others] = findTerminalsByDescription(terminals, text);
  if (known === undefined) return { kind: 'unknown' };
  if (others.length === 0) return { kind: 'terminal', ...known };
  const candidates = [known, ...others].map(({ terminal: { name, state, zip } }) => ({ name, state, zip }));
  return { kind: 'ambiguous', candidates };
}

/**
 * Resolves a place or terminal for a container. An alias of exactly one terminal wins over a town of the same name. The
 * terminal's own town ("Norfolk") wins over the alias, unless several towns have the name ("Garden City").
 */
function resolveContainerPlace(sources: PlaceSources, text: string): ResolvedPlace {
  const resolved = resolvePlace(sources, text);
  if (resolved.kind === 'terminal' || resolved.kind === 'unknown') return resolved;
  if (readPlaceText(text).some(({ state, zip }) => state !== undefined || zip !== undefined)) return resolved;
  const [called, ...others] = findTerminalsByTitle(sources.terminals, text);
  if (called === undefined || others.length > 0) return resolved;
  const { terminal, warnings } = called;
  if (resolved.kind === 'place' && isTownOf(terminal, text)) return resolved;
  const warning = `"${text.trim()}" is read as the terminal ${terminal.name} in ${terminal.city}, ${terminal.state}. To use a town of the same name, add its state.`;
  return { kind: 'terminal', terminal, warnings: [warning, ...warnings] };
}

const isTownOf = ({ city, portCity }: Terminal, town: string): boolean =>
  [city, portCity].some((own) => normalizeCity(own) === normalizeCity(town));

/** The ports that a text names: "USLAX", "Port of LA", "Port of Savannah, GA". */
function portsOf(name: string): readonly Port[] {
  const port = portByLocode(name);
  return port ? [port] : portsNamed(name);
}

interface LocatedPort {
  readonly port: Port;
  readonly resolved: Extract<ResolvedPlace, { kind: 'place' }> | undefined;
}

/** The place of a port by the name that the caller used: USEWR and "Port of Newark" are in Newark, not in New York. */
function placeOf(port: Port, name: string, places: PlaceDirectory): LocatedPort['resolved'] {
  for (const city of [findLocode(name) ?? cityInPortName(port, name), port.cities[0]]) {
    const found = city && places.locate(city);
    if (found?.found) return { kind: 'place', form: 'city', place: found.place, warnings: [] };
  }
  return undefined;
}

/** Ports farther apart are not a group: they only share a name ("Port of Wilmington"). */
const MAX_GROUP_MILES = 60;

function areApart(located: readonly LocatedPort[]): boolean {
  const places = located.flatMap(({ resolved }) => resolved?.place ?? []);
  return places.some((one) => places.some((other) => greatCircleMiles(one, other) > MAX_GROUP_MILES));
}

function firstOf(
  ofOrigin: Rejection | undefined,
  ofDestination: Rejection | undefined,
): Rejection | undefined {
  const first = ofOrigin ?? ofDestination;
  const both = [ofOrigin, ofDestination].filter((rejection) => rejection !== undefined);
  const errors = both.map(({ message, details }) => ({ field: details?.field ?? 'request', message }));
  return first && { ...first, details: { ...first.details, errors } };
}

const requestedIn = (resolved: ResolvedStop) =>
  resolved && 'requested' in resolved ? resolved.requested : undefined;
const rejectionIn = (resolved: ResolvedStop) =>
  resolved && 'rejection' in resolved ? resolved.rejection : undefined;
