import { isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import { pickupDayError } from '../request/pickup-day.ts';
import { invalidParameters } from '../request/quote-rejections.ts';
import type { QuoteDraft, QuoteFields } from '../request/quote-request.ts';
import { isSameLocation, namesTerminals, type RequestedStop } from '../stops/quote-stop.ts';
import { resolveStops } from '../stops/resolve-stops.ts';

/** Both stops of a request, resolved. */
export interface LocatedStops {
  readonly origin: RequestedStop;
  readonly destination: RequestedStop;
  /** Warnings about the stops, as full sentences. */
  readonly warnings: readonly string[];
}

/** A request with valid fields. */
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
  const { origin, destination, warnings } = stops;
  const pickupError =
    fields.pickupDay === undefined ? undefined : pickupDayError(fields.pickupDay, now, origin?.stop);
  const all =
    pickupError === undefined ? errors : [...errors, { field: 'pickup_date', message: pickupError }];
  if (all.length > 0) return reject(invalidParameters(all));
  const whole = wholeFields(fields);
  if (!whole) throw new Error('A request without errors lacks a field');
  if (stops.rejection) return succeed({ fields: whole, located: reject(stops.rejection) });
  if (!origin || !destination) throw new Error('A stop was neither found nor rejected');
  return succeed({ fields: whole, located: succeed({ origin, destination, warnings }) });
}

/** The stops and the equipment of a move as parsed; invalid fields are undefined. */
interface StopsDraft {
  readonly fields: Pick<QuoteDraft['fields'], 'origin' | 'destination' | 'equipment'>;
  readonly errors: readonly FieldError[];
}

/** Resolves both stops of a move. `errors`: those of the draft, and that both stops are the same place. */
export function checkStops({ fields, errors }: StopsDraft, sources: PlaceSources) {
  const { equipment } = fields;
  const ofContainer = equipment !== undefined && !isRoadEquipment(equipment);
  const stops = resolveStops(sources, fields, ofContainer);
  const { origin, destination } = stops;
  const isSame = origin && destination && isSamePlace(origin, destination, ofContainer);
  const same = { field: 'destination', message: 'must not be the same place as the origin' };
  return { ...stops, errors: isSame ? [...errors, same] : errors };
}

/** A container can move from a port's terminals to the port's city; for a trailer they are the same place. */
function isSamePlace(origin: RequestedStop, destination: RequestedStop, ofContainer: boolean): boolean {
  if (!isSameLocation(origin.stop, destination.stop)) return false;
  return !ofContainer || namesTerminals(origin) === namesTerminals(destination);
}

function wholeFields(fields: QuoteDraft['fields']): QuoteFields | undefined {
  const { origin, destination, equipment, pickupDay, requirements, quantities } = fields;
  const { customerReference, customer, pricingType, weeklyVolume, price } = fields;
  if (origin === undefined || destination === undefined || equipment === undefined) return undefined;
  if (pickupDay === undefined || requirements === undefined || quantities === undefined) return undefined;
  if (customerReference === undefined || customer === undefined || pricingType === undefined) {
    return undefined;
  }
  if (weeklyVolume === undefined || price === undefined) return undefined;
  return {
    ...{ origin, destination, equipment, pickupDay, requirements, quantities },
    ...{ customerReference, customer, pricingType, weeklyVolume, price },
  };
}
