import * as v from 'valibot';
import { integerParameter } from '../../platform/http/integer-parameter.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { MOMENT_FORM, readMoment } from '../../platform/time/moment.ts';
import { readDay } from '../../platform/time/utc-calendar.ts';
import { EVENT_NAMES } from '../events/event-names.ts';
import { invalidWebhook } from '../store/webhook-rejections.ts';
import { DELIVERY_STATUSES, isDeliveryId } from './delivery.ts';
import type { DeliveryQuery } from './dynamodb-deliveries.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const LIMIT = `limit must be an integer from 1 to ${MAX_LIMIT}`;

export const deliveryListParameters = v.object({
  status: v.exactOptional(
    v.picklist(DELIVERY_STATUSES, `status must be one of ${DELIVERY_STATUSES.join(', ')}`),
  ),
  event: v.exactOptional(v.picklist(EVENT_NAMES, `event must be one of ${EVENT_NAMES.join(', ')}`)),
  since: v.exactOptional(v.string()),
  until: v.exactOptional(v.string()),
  cursor: v.exactOptional(
    v.pipe(v.string(), v.check(isDeliveryId, 'cursor must be the next_cursor of a previous page')),
  ),
  limit: integerParameter(MAX_LIMIT, DEFAULT_LIMIT, LIMIT),
});

/** Reads a time range, with its faults. A date in `until` includes that day. */
export function readSpan(given: { readonly since?: unknown; readonly until?: unknown }, isRequired = false) {
  const momentOf = (text: unknown, day: 'start' | 'end') =>
    typeof text === 'string' ? readMoment(text, day) : undefined;
  const since = momentOf(given.since, 'start');
  const until = momentOf(given.until, 'end');
  const faultsOf = (name: 'since' | 'until', found: Date | undefined): readonly string[] => {
    if (given[name] === undefined) return isRequired ? [`${name} is required`] : [];
    return found === undefined ? [`${name} must be ${MOMENT_FORM}`] : [];
  };
  const faults = [...faultsOf('since', since), ...faultsOf('until', until)];
  if (since !== undefined && until !== undefined) {
    // The end of a day is the first moment of the next one, which the range does not include.
    const isDay = readDay(String(given.until)) !== undefined;
    if (isDay ? since >= until : since > until) faults.push('since must not be after until');
  }
  return { since, until, faults };
}

/** Reads the query of a list. A rejection names every fault. */
export function readDeliveryQuery(query: Readonly<Record<string, string>>): Outcome<DeliveryQuery> {
  const { since, until, faults } = readSpan(query);
  const parsed = v.safeParse(deliveryListParameters, query);
  if (!parsed.success) faults.push(...parsed.issues.map(({ message }) => message));
  if (!parsed.success || faults.length > 0) return reject(invalidWebhook(faults));
  return succeed({ ...parsed.output, since, until });
}
