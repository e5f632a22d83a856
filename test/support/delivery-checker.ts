import type { Attempt, Delivery } from '../../shared/webhooks/deliveries/delivery.ts';
import type { Arrival } from './webhook-receiver.ts';

export interface DeliveryLog {
  /** What receivers saw, in any order. */
  readonly arrivals: readonly Arrival[];
  /** Every delivery that was made, with its attempts. */
  readonly records: readonly { readonly delivery: Delivery; readonly log: readonly Attempt[] }[];
  /** Least seconds from the end of an attempt to the next one, as configured. */
  readonly gapSeconds: number;
  readonly mostInFlight?: number;
}

/** Clocks of a receiver and a sender on one machine differ by how long a connection takes to open and to be seen closed. */
const SEEN_LATE_MS = 50;

/** What deliveries promise, whatever fails; in words what is broken, none where all holds. */
export function deliveryViolations({
  arrivals,
  records,
  gapSeconds,
  mostInFlight = 100,
}: DeliveryLog): string[] {
  const broken: string[] = [];
  const byDelivery = Map.groupBy(arrivals, ({ headers }) => String(headers['x-delivery-id']));
  for (const { delivery, log } of records) {
    const { deliveryId, status, attempts, maxAttempts, eventId } = delivery;
    const seen = (byDelivery.get(deliveryId) ?? []).toSorted((one, other) => one.at - other.at);
    const say = (what: string) => broken.push(`${deliveryId} (${status}): ${what}`);
    if (status === 'pending') say('did not end');
    if (status === 'delivered' && seen.length === 0) say('counts as delivered and never arrived');
    if (seen.length > maxAttempts) say(`arrived ${seen.length} times`);
    if (attempts > maxAttempts) say(`has ${attempts} attempts`);
    if (seen.length > attempts) say(`arrived ${seen.length} times in ${attempts} attempts`);
    for (const [index, { at, headers }] of seen.entries()) {
      const before = seen[index - 1];
      const ended = before?.over ?? before?.at;
      if (ended !== undefined && at - ended < gapSeconds * 1000 - SEEN_LATE_MS) {
        say(`came again after ${at - ended} ms`);
      }
      if (headers['x-event-id'] !== eventId || headers['webhook-id'] !== eventId) say('changed its id');
      if (new Set(seen.map(({ body }) => body)).size > 1) say('changed its body');
    }
    const numbers = log.map(({ number }) => number);
    if (numbers.some((number, index) => number !== index + 1)) say(`logs the attempts ${numbers.join(', ')}`);
    if (status !== 'pending' && log.length !== attempts && delivery.reason === undefined) {
      say(`logs ${log.length} of ${attempts} attempts`);
    }
    if (status === 'delivered' && log.at(-1)?.error !== undefined) say('was delivered by a failure');
  }
  const peak = mostAtOnce(arrivals);
  if (peak > mostInFlight) broken.push(`${peak} were in flight at once`);
  return broken;
}

/** Events that reached a receiver more than once by the same delivery, although an earlier attempt was answered 2xx. */
export const duplicatesOf = (arrivals: readonly Arrival[]): number =>
  [...Map.groupBy(arrivals, ({ headers }) => String(headers['x-delivery-id'])).values()].reduce(
    (sum, seen) => sum + seen.length - 1,
    0,
  );

function mostAtOnce(arrivals: readonly Arrival[]): number {
  const moments = arrivals
    .flatMap(({ at, over = at }) => [
      { moment: at, by: 1 },
      { moment: over, by: -1 },
    ])
    // Whoever leaves at a moment makes room for who comes at it.
    .sort((one, other) => one.moment - other.moment || one.by - other.by);
  let now = 0;
  return moments.reduce((most, { by }) => {
    now += by;
    return Math.max(most, now);
  }, 0);
}
