import { isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import type { LocatedInState } from '../../geography/places/place.ts';
import { FIRST_TIME_ZONE, LAST_TIME_ZONE, localDay, timeZoneOf } from '../../geography/places/time-zone.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { addDays, daysBetween } from '../../platform/time/utc-day.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import { invalidParameters } from '../request/quote-rejections.ts';
import type { QuoteDraft, QuoteFields } from '../request/quote-request.ts';
import { isSameLocation, namesTerminals, type RequestedStop } from '../stops/quote-stop.ts';
import { firstRejection, resolveStops, resolveVia } from '../stops/resolve-stops.ts';

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

export interface CheckedRequest {
  readonly fields: QuoteFields;
  readonly located: Outcome<LocatedStops>;
}

/**
 * Checks a request against places and calendar. A rejection reports all invalid fields, including errors that depend on
 * the places. Unknown and ambiguous places are reported only if all fields are valid.
 */
export function checkRequest(
  { fields, errors: fieldErrors }: QuoteDraft,
  sources: PlaceSources,
  now: Date,
): Outcome<CheckedRequest> {
  const { errors, ...stops } = checkStops({ fields, errors: fieldErrors }, sources);
  const { origin, destination, via, warnings } = stops;
  const pickupError =
    fields.pickupDay === undefined ? undefined : pickupDayError(fields.pickupDay, now, origin?.stop);
  const all =
    pickupError === undefined ? errors : [...errors, { field: 'pickup_date', message: pickupError }];
  if (all.length > 0) return reject(invalidParameters(all));
  const whole = wholeFields(fields);
  if (!whole) throw new Error('A request without errors lacks a field');
  if (stops.rejection) return succeed({ fields: whole, located: reject(stops.rejection) });
  if (!origin || !destination) throw new Error('A stop was neither found nor rejected');
  return succeed({ fields: whole, located: succeed({ origin, destination, via, warnings }) });
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
  const isSame = (one: RequestedStop | undefined, other: RequestedStop | undefined) =>
    one !== undefined && other !== undefined && isSamePlace(one, other, ofContainer);
  const sameAs = (field: string, other: string): FieldError => ({
    field,
    message: `must not be the same place as ${other}`,
  });
  return {
    ...ends,
    via: between.via.filter((stop) => stop !== undefined),
    rejection: firstRejection([ends.rejection, between.rejection]),
    warnings: [...ends.warnings, ...between.warnings],
    errors: [
      ...errors,
      ...(isSame(origin, destination) ? [sameAs('destination', 'the origin')] : []),
      ...between.via.flatMap((stop, index) => [
        ...(isSame(origin, stop) ? [sameAs(`stops[${index}]`, 'the origin')] : []),
        ...(isSame(stop, destination) ? [sameAs(`stops[${index}]`, 'the destination')] : []),
        ...(isSame(between.via[index - 1], stop) ? [sameAs(`stops[${index}]`, `stops[${index - 1}]`)] : []),
      ]),
    ],
  };
}

/** A container can move from a port's terminals to the port's city; for a trailer they are the same place. */
function isSamePlace(origin: RequestedStop, destination: RequestedStop, ofContainer: boolean): boolean {
  if (!isSameLocation(origin.stop, destination.stop)) return false;
  return !ofContainer || namesTerminals(origin) === namesTerminals(destination);
}

const wholeFields = (fields: QuoteDraft['fields']): QuoteFields | undefined =>
  Object.values(fields).every((value) => value !== undefined) ? (fields as QuoteFields) : undefined;
