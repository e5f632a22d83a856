import type { WholeDelivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { MAX_IN_FLIGHT } from '../../shared/webhooks/limits/webhook-limits.ts';
import type { Arrival } from './webhook-receiver.ts';

interface DeliveryLog {
  /** Requests at the receivers, in any order. */
  readonly arrivals: readonly Arrival[];
  /** All deliveries, with their attempts. */
  readonly records: readonly WholeDelivery[];
  /** Configured shortest interval from the end of an attempt to the next, in seconds. */
  readonly gapSeconds: number;
}

/** Tolerance for the time to open a connection and to detect its end. */
const TOLERANCE_MS = 500;
/** Longest attempt: a loaded receiver can detect the end of a connection later. */
const ATTEMPT_MS = 5_000;

/** Violations of the delivery guarantees, as text; none if all hold. */
export function deliveryViolations({ arrivals, records, gapSeconds }: DeliveryLog): string[] {
  const violations: string[] = [];
  const byDelivery = Map.groupBy(arrivals, ({ headers }) => String(headers['x-delivery-id']));
  for (const { delivery, log } of records) {
    const { deliveryId, status, attempts, maxAttempts, eventId } = delivery;
    const seen = (byDelivery.get(deliveryId) ?? []).toSorted((one, other) => one.at - other.at);
    const say = (what: string) => violations.push(`${deliveryId} (${status}): ${what}`);
    if (status === 'pending') say('did not end');
    if (status === 'delivered' && seen.length === 0) say('counts as delivered and never arrived');
    if (seen.length > maxAttempts) say(`arrived ${seen.length} times`);
    if (attempts > maxAttempts) say(`has ${attempts} attempts`);
    if (seen.length > attempts) say(`arrived ${seen.length} times in ${attempts} attempts`);
    for (const [index, { at, headers }] of seen.entries()) {
      const before = seen[index - 1];
      const ended = before && Math.min(before.over ?? before.at, before.at + ATTEMPT_MS);
      if (ended !== undefined && at - ended < gapSeconds * 1000 - TOLERANCE_MS) {
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
  if (peak > MAX_IN_FLIGHT) violations.push(`${peak} were in flight at once`);
  return violations;
}

/** Events that a receiver got again from the same delivery after it had answered an earlier attempt with 2xx. */
export const duplicatesOf = (arrivals: readonly Arrival[]): number =>
  [...Map.groupBy(arrivals, ({ headers }) => String(headers['x-delivery-id'])).values()].reduce(
    (sum, seen) => sum + seen.length - 1,
    0,
  );

/** Maximum number of concurrent requests. */
export function mostAtOnce(arrivals: readonly Arrival[]): number {
  const moments = arrivals
    .flatMap(({ at, over = at }) => [
      { moment: at, by: 1 },
      { moment: over, by: -1 },
    ])
    // At equal times, ended requests are counted before new ones.
    .sort((one, other) => one.moment - other.moment || one.by - other.by);
  let now = 0;
  return moments.reduce((most, { by }) => {
    now += by;
    return Math.max(most, now);
  }, 0);
}
