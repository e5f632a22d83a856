import { type Outcome, refuse, succeed } from '../http/outcome.ts';
import type { PlaceSources } from '../places/resolve-place.ts';
import { pickupDayFault } from './pickup-day.ts';
import type { QuoteEnd } from './quote-end.ts';
import { invalidParameters } from './quote-refusals.ts';
import type { FieldFault, QuoteDraft, QuoteFields } from './quote-request.ts';
import { resolveEnds } from './resolve-ends.ts';

/** A request without faults whose ends are known. */
export interface CheckedRequest {
  readonly fields: QuoteFields;
  readonly origin: QuoteEnd;
  readonly destination: QuoteEnd;
  /** What is unsure about the ends, in full sentences. */
  readonly warnings: readonly string[];
}

/**
 * Holds a request against places and calendar. Every faulty field is told at once, those that depend on the places
 * included; places that are not known for sure come after them.
 */
export function checkRequest(
  { fields, faults }: QuoteDraft,
  sources: PlaceSources,
  now: Date,
): Outcome<CheckedRequest> {
  const ends = resolveEnds(sources, fields);
  const pickupFault =
    fields.pickupDay === undefined ? undefined : pickupDayFault(fields.pickupDay, now, ends.origin);
  const all: FieldFault[] = [...faults];
  if (ends.sameSpot) all.push({ field: 'destination', message: 'must be another place than the origin' });
  if (pickupFault !== undefined) all.push({ field: 'pickup_date', message: pickupFault });
  if (all.length > 0) return refuse(invalidParameters(all));
  if (ends.refusal) return refuse(ends.refusal);
  const { origin, destination, warnings } = ends;
  const whole = wholeFields(fields);
  if (!origin || !destination || !whole) throw new Error('A request without faults lacks a field');
  return succeed({ fields: whole, origin, destination, warnings });
}

function wholeFields(fields: QuoteDraft['fields']): QuoteFields | undefined {
  const { origin, destination, equipment, pickupDay, requirements, customerReference } = fields;
  if (origin === undefined || destination === undefined || equipment === undefined) return undefined;
  if (pickupDay === undefined || requirements === undefined || customerReference === undefined) {
    return undefined;
  }
  return { origin, destination, equipment, pickupDay, requirements, customerReference };
}
