import { isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { findAreas } from '../../geography/places/city-nicknames.ts';
import { normalizeCity } from '../../geography/places/normalize-city.ts';
import type { LocatedInState } from '../../geography/places/place.ts';
import { readPlaceText } from '../../geography/places/read-place-text.ts';
import { FIRST_TIME_ZONE, LAST_TIME_ZONE, localDay, timeZoneOf } from '../../geography/places/time-zone.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import { addDays, daysBetween } from '../../platform/time/utc-calendar.ts';
import type { Terminal } from '../../terminals/catalogue/terminal.ts';
import {
  findTerminalsByDescription,
  findTerminalsByTitle,
} from '../../terminals/resolution/find-terminals-by-text.ts';
import { type PlaceSources, resolvePlace, resolvePort } from '../../terminals/resolution/resolve-place.ts';
import { resolveNamesake } from '../../terminals/resolution/resolve-reading.ts';
import type { ResolvedPlace } from '../../terminals/resolution/resolved-place.ts';
import {
  invalidParameters,
  locationAmbiguous,
  locationNotFound,
  type PlaceField,
} from '../request/quote-rejections.ts';
import type { QuoteDraft, QuoteFields } from '../request/read-quote-request.ts';
import { isSameLocation, namesTerminals, type RequestedStop, stopOf } from '../stops/quote-lane.ts';

/** Maximum number of days from today to the pickup. */
const MAX_DAYS_AHEAD = 365;

/**
 * The error of a pickup day (YYYY-MM-DD); undefined if it is valid. It must be today or later at the origin; if the
 * origin is unknown, in any time zone of the US.
 */
export function pickupDayError(
  pickupDay: string,
  now: Date,
  origin: LocatedInState | undefined,
): string | undefined {
  const zone = origin && timeZoneOf(origin);
  const earliest = localDay(now, zone ?? LAST_TIME_ZONE);
  const latest = addDays(localDay(now, zone ?? FIRST_TIME_ZONE), MAX_DAYS_AHEAD);
  if (pickupDay < earliest) return `must be today at the origin (${earliest}) or later`;
  if (pickupDay > latest) return `must be at most ${MAX_DAYS_AHEAD} days ahead (${latest})`;
  return undefined;
}

/** Whole days from the day of a quote at the origin to the pickup day; never negative. */
export function leadDaysOf(pickupDay: string, now: Date, origin: LocatedInState): number {
  const today = localDay(now, timeZoneOf(origin) ?? LAST_TIME_ZONE);
  return Math.max(0, daysBetween(today, pickupDay));
}

export interface LocatedStops {
  readonly origin: RequestedStop;
  readonly destination: RequestedStop;
  /** Between the ends, in order. Default: none. */
  readonly via?: readonly RequestedStop[];
  readonly warnings: readonly string[];
}

/**
 * Checks a request against places and calendar. A rejection reports all invalid fields, including errors that depend on
 * the places. Unknown and ambiguous places are reported only if all fields are valid.
 */
export function checkRequest(
  { fields, errors: fieldErrors }: QuoteDraft,
  sources: PlaceSources,
  now: Date,
): Outcome<{ readonly fields: QuoteFields; readonly located: Outcome<LocatedStops> }> {
  const { errors, rejection, ...stops } = checkStops({ fields, errors: fieldErrors }, sources);
  const { origin, destination, via, warnings } = stops;
  const message = fields.pickupDay && pickupDayError(fields.pickupDay, now, origin?.stop);
  const all = message ? [...errors, { field: 'pickup_date', message }] : errors;
  if (all.length > 0) return reject(invalidParameters(all));
  if (!isWhole(fields)) throw new Error('A request without errors lacks a field');
  if (rejection) return succeed({ fields, located: reject(rejection) });
  if (!origin || !destination) throw new Error('A stop was neither found nor rejected');
  return succeed({ fields, located: succeed({ origin, destination, via, warnings }) });
}

/** The stops and the equipment of a move as parsed; invalid fields are undefined. */
interface StopsDraft {
  readonly fields: Pick<QuoteDraft['fields'], 'origin' | 'destination' | 'equipment'> &
    Partial<Pick<QuoteDraft['fields'], 'stops'>>;
  readonly errors: readonly FieldError[];
}

/** Resolves the stops of a move. `errors`: those of the draft, and stops that are the same place. */
export function checkStops({ fields, errors }: StopsDraft, sources: PlaceSources) {
  const { equipment } = fields;
  const ofContainer = equipment !== undefined && !isRoadEquipment(equipment);
  const ends = resolveStops(sources, fields, ofContainer);
  const between = resolveVia(sources, fields.stops ?? []);
  const { origin, destination } = ends;
  const sameAs = (
    field: string,
    stop: RequestedStop | undefined,
    other: RequestedStop | undefined,
    name: string,
  ): readonly FieldError[] =>
    stop !== undefined && other !== undefined && isSamePlace(stop, other, ofContainer)
      ? [{ field, message: `must not be the same place as ${name}` }]
      : [];
  return {
    ...ends,
    via: between.via.filter((stop) => stop !== undefined),
    rejection: firstRejection([ends.rejection, between.rejection]),
    warnings: [...ends.warnings, ...between.warnings],
    errors: [
      ...errors,
      ...sameAs('destination', destination, origin, 'the origin'),
      ...between.via.flatMap((stop, index) => [
        ...sameAs(`stops[${index}]`, stop, origin, 'the origin'),
        ...sameAs(`stops[${index}]`, stop, destination, 'the destination'),
        ...sameAs(`stops[${index}]`, stop, between.via[index - 1], `stops[${index - 1}]`),
      ]),
    ],
  };
}

/** A container can move from a port's terminals to the port's city; for a trailer they are the same place. */
function isSamePlace(origin: RequestedStop, destination: RequestedStop, ofContainer: boolean): boolean {
  if (!isSameLocation(origin.stop, destination.stop)) return false;
  return !ofContainer || namesTerminals(origin) === namesTerminals(destination);
}

const isWhole = (fields: QuoteDraft['fields']): fields is QuoteFields =>
  Object.values(fields).every((value) => value !== undefined);

/** A stop as found, or why it is not; neither without a text. */
interface ResolvedStop {
  readonly requested?: RequestedStop;
  readonly rejection?: Rejection;
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
export function resolveStops(sources: PlaceSources, texts: StopTexts, ofContainer: boolean) {
  const resolve = (text: string | undefined) =>
    text === undefined ? undefined : resolveText(sources, text, ofContainer);
  const [from, to] = [resolve(texts.origin), resolve(texts.destination)];
  const nearFrom = besideOther(texts.origin, from, pointOf(to));
  const nearTo = besideOther(texts.destination, to, pointOf(from));
  const origin = stopResult('origin', texts.origin, nearFrom);
  const destination = stopResult('destination', texts.destination, nearTo);
  return {
    origin: origin.requested,
    destination: destination.requested,
    ...outcomeOf([origin, destination]),
  };
}

/** Resolves the stops between the ends. A name shared by a terminal and a town means the town, where a load is (un)loaded. */
export function resolveVia(sources: PlaceSources, texts: readonly string[]) {
  const resolved = texts.map((text, index) =>
    stopResult(`stops[${index}]`, text, resolveText(sources, text, false)),
  );
  return { via: resolved.map(({ requested }) => requested), ...outcomeOf(resolved) };
}

/** `rejection` is that of the first stop that is unknown or ambiguous; its details list the errors of all. */
const outcomeOf = (resolved: readonly ResolvedStop[]) => ({
  rejection: firstRejection(resolved.map(({ rejection }) => rejection)),
  warnings: resolved.flatMap(({ warnings }) => warnings),
});

function resolveText(sources: PlaceSources, text: string, ofContainer: boolean): ResolvedPlace {
  const exact = sources.terminals.byName(text.trim()) !== undefined;
  const port = exact ? undefined : resolvePort(sources.places, text);
  return port ?? (ofContainer ? resolveContainerPlace : resolvePlace)(sources, text);
}

const pointOf = (resolved: ResolvedPlace | undefined): LocatedInState | undefined => {
  if (resolved?.kind === 'terminal') return resolved.terminal;
  return resolved?.kind === 'place' ? resolved.place : undefined;
};

/** A stop with the name of several cities, as the place of the other stop makes it likely. */
const besideOther = (
  text: string | undefined,
  resolved: ResolvedPlace | undefined,
  other: LocatedInState | undefined,
): ResolvedPlace | undefined =>
  text === undefined || resolved === undefined || other === undefined
    ? resolved
    : resolveNamesake(text, resolved, other);

function stopResult(
  field: PlaceField,
  text: string | undefined,
  resolved: ResolvedPlace | undefined,
): ResolvedStop {
  if (text === undefined || resolved === undefined) return { warnings: [] };
  if (resolved.kind === 'unknown') {
    return { rejection: locationNotFound(field, text, resolved), warnings: [] };
  }
  if (resolved.kind === 'ambiguous') {
    return { rejection: locationAmbiguous(field, text, resolved.candidates), warnings: [] };
  }
  return {
    requested: {
      stop: stopOf(resolved),
      terminal: resolved.kind === 'terminal' ? resolved.terminal : undefined,
      ports: resolved.kind === 'place' ? (resolved.ports ?? []) : [],
      byLocode: resolved.kind === 'place' && resolved.form === 'locode',
    },
    warnings: resolved.warnings,
  };
}

/**
 * Resolves a place or terminal for a container. An alias of exactly one terminal wins over a town of the same name. The
 * terminal's own town ("Norfolk") wins over the alias, unless several towns have the name ("Garden City").
 */
function resolveContainerPlace(sources: PlaceSources, text: string): ResolvedPlace {
  const resolved = resolvePlace(sources, text);
  if (resolved.kind === 'terminal' || resolved.kind === 'unknown') return resolved;
  if (readPlaceText(text).some(({ state, zip }) => state !== undefined || zip !== undefined)) return resolved;
  const find = findAreas(text).length > 0 ? findTerminalsByDescription : findTerminalsByTitle;
  const [called, ...others] = find(sources.terminals, text);
  if (called === undefined || others.length > 0) return resolved;
  const { terminal, warnings } = called;
  if (resolved.kind === 'place' && isTownOf(terminal, text)) return resolved;
  const warning = `"${text.trim()}" is read as the terminal ${terminal.name} in ${terminal.city}, ${terminal.state}. To use a town of the same name, add its state.`;
  return { kind: 'terminal', terminal, warnings: [warning, ...warnings] };
}

const isTownOf = ({ city, portCity }: Terminal, town: string): boolean =>
  [city, portCity].some((own) => normalizeCity(own) === normalizeCity(town));

/** The first rejection; its details list the errors of all. */
function firstRejection(rejections: readonly (Rejection | undefined)[]): Rejection | undefined {
  const all = rejections.filter((rejection) => rejection !== undefined);
  const [first] = all;
  const errors = all.flatMap(
    ({ message, details }) => details?.errors ?? [{ field: details?.field ?? 'request', message }],
  );
  return first && { ...first, details: { ...first.details, errors } };
}
