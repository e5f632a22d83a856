import { type Outcome, reject, succeed } from '../../../platform/http/outcome.ts';
import { readInteger } from '../../../platform/text/decimal-number.ts';
import { MOMENT_FORM, readMoment } from '../../../platform/time/moment.ts';
import { EVENT_NAMES } from '../../events/event-names.ts';
import { invalidWebhook } from '../../store/webhook-rejections.ts';
import { DELIVERY_STATUSES } from '../delivery.ts';
import { isDeliveryId } from '../delivery-id.ts';
import type { DeliveryQuery } from '../delivery-ports.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** Reads a time range, with its faults. A date in `until` includes that day. */
export function readSpan(given: { readonly since?: unknown; readonly until?: unknown }) {
  const faults: string[] = [];
  const moment = (name: 'since' | 'until', day: 'start' | 'end'): Date | undefined => {
    const text = given[name];
    if (text === undefined) return undefined;
    const found = typeof text === 'string' ? readMoment(text, day) : undefined;
    if (found === undefined) faults.push(`${name} must be ${MOMENT_FORM}`);
    return found;
  };
  const since = moment('since', 'start');
  const until = moment('until', 'end');
  if (since !== undefined && until !== undefined && since > until)
    faults.push('since must not be after until');
  return { since, until, faults };
}

/** Reads the query of a list. A rejection names every fault. */
export function readDeliveryQuery(query: Readonly<Record<string, string>>): Outcome<DeliveryQuery> {
  const { since, until, faults } = readSpan(query);
  const status = DELIVERY_STATUSES.find((known) => known === query.status);
  if (query.status !== undefined && status === undefined) {
    faults.push(`status must be one of ${DELIVERY_STATUSES.join(', ')}`);
  }
  const event = EVENT_NAMES.find((known) => known === query.event);
  if (query.event !== undefined && event === undefined) {
    faults.push(`event must be one of ${EVENT_NAMES.join(', ')}`);
  }
  const { cursor } = query;
  if (cursor !== undefined && !isDeliveryId(cursor)) {
    faults.push('cursor must be the next_cursor of a previous page');
  }
  const limit = readLimit(query.limit);
  if (limit === undefined) faults.push(`limit must be an integer from 1 to ${MAX_LIMIT}`);
  if (faults.length > 0 || limit === undefined) return reject(invalidWebhook(faults));
  return succeed({
    limit,
    ...(status && { status }),
    ...(event && { event }),
    ...(since && { since }),
    ...(until && { until }),
    ...(cursor === undefined ? {} : { after: cursor }),
  });
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return DEFAULT_LIMIT;
  const value = readInteger(text);
  return value >= 1 && value <= MAX_LIMIT ? value : undefined;
}
